"""The app for Gunicorn: `gunicorn --bind 0.0.0.0:$PORT --workers 2 --timeout 120 wsgi:app`.

`gunicorn.conf.py` beside this file names the kind of worker that it needs.
"""

from kibitz.server.app import create_app

app = create_app()
