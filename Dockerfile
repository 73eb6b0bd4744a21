# One image for all parts of the service: its commands are those of `citadels`.
#
#   docker build -t citadels-arena .
#   docker run -p 8000:8000 -v citadels:/data citadels-arena up          everything in one container
#   docker run -e REDIS_URL=... citadels-arena serve                     one part; compose.yaml shows all of them
#
# Debian, not Alpine: the bundled Valkey and the compiled engine need glibc. For a build that can be repeated to the byte, give the
# base by its digest: --build-arg PYTHON_IMAGE=python:3.11-slim-bookworm@sha256:...
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY locks/run.txt locks/run.txt
RUN python -m venv /opt/citadels && /opt/citadels/bin/pip install --require-hashes --requirement locks/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY sdk sdk
COPY api api
COPY workers workers
COPY web web
RUN /opt/citadels/bin/pip install --no-deps --no-build-isolation .
# an engine that did not compile is an error here; what only builds is not needed afterwards
RUN cd / && /opt/citadels/bin/python -c "import citadels_engine, sys; sys.exit(not citadels_engine.COMPILED)"
RUN /opt/citadels/bin/pip uninstall --yes hatchling mypy setuptools pip

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin citadels \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /opt/citadels /opt/citadels
ENV PATH=/opt/citadels/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CITADELS_HOST=0.0.0.0 \
    CITADELS_PORT=8000 \
    CITADELS_DATA_DIR=/data
USER 10001:10001
WORKDIR /
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=4s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['CITADELS_PORT'] + '/healthz', timeout=3)"]
ENTRYPOINT ["citadels"]
CMD ["serve"]
