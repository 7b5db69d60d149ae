FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    BRUNO_VAR=/var/lib/bruno

RUN useradd --system --home-dir /var/lib/bruno --create-home bruno
WORKDIR /app

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY . .
# A key of its own, or the settings would make one and keep it in the image.
RUN SECRET_KEY="for this step only, since nothing is signed while files are collected" COLLECTING=1 python manage.py collectstatic --noinput

USER bruno
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "scripts/healthy.py"]
CMD ["python", "-m", "bruno_site.server", "--bind", "0.0.0.0", "--port", "8000", \
     "--websocket-max-message-size", "131072", "--websocket-max-frame-size", "131072", \
     "--ping-interval", "10", "--ping-timeout", "10", "--verbosity", "0", \
     "bruno_site.asgi:application"]
