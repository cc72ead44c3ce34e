"""The app for Gunicorn: `gunicorn --bind 0.0.0.0:$PORT --workers 2 --timeout 120 wsgi:app`.

`gunicorn.conf.py` in the same folder sets the worker class.
"""

from kibitz.server.app import create_app

app = create_app()
