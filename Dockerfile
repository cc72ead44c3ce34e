# The server as an image: `docker build -t kibitz .`, then `docker run -p 8000:8000 kibitz`; or
# `docker compose up` for the server with PostgreSQL.

FROM python:3.12-slim AS build
COPY . /source
RUN python -m venv /opt/kibitz \
 && /opt/kibitz/bin/pip install --no-cache-dir '/source[server]'

FROM python:3.12-slim
RUN useradd --system --create-home --home-dir /var/lib/kibitz kibitz \
 && install --directory --owner kibitz --group kibitz /var/cache/kibitz
COPY --from=build /opt/kibitz /opt/kibitz
COPY wsgi.py gunicorn.conf.py /srv/kibitz/

# Games are compiled when the image is built, for a generic processor: code for the processor of the
# build machine might not run on another one.
ENV PATH=/opt/kibitz/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CPU_NAME=generic \
    KIBITZ_CACHE=/var/cache/kibitz \
    PORT=8000
USER kibitz
WORKDIR /srv/kibitz
RUN for game in tictactoe connect4 draughts morris tiles horses; do \
      printf '[["%s", [], ""]]\n[["%s", [], "classic"]]\n' $game $game; \
    done | python -m kibitz.engine.compile_process && \
    printf '[["horses", [["ending", "both"]], "%s"]]\n' "" classic \
    | python -m kibitz.engine.compile_process

# Sessions are stored in an SQLite file here, unless DATABASE_URL names a PostgreSQL database.
VOLUME /var/lib/kibitz
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["python", "-c", \
  "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health', timeout=4)"]
CMD ["sh", "-c", "exec gunicorn --bind 0.0.0.0:$PORT --workers 2 --timeout 120 wsgi:app"]
