# One image for every part: web (default), intake, worker, and the one-off migrate and first-data. The target `demo` is
# the same with the sandbox, for trying it out.
#   docker build -t countinghouse .
#   docker build -t countinghouse-demo --target demo .
# Each part is started by its script, see compose.yaml. `npm run image` builds the same image without Docker.

# Renovate updates the digests.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# The same Debian without npm and others that no part uses.
ARG RUNTIME_IMAGE=debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171

FROM ${NODE_IMAGE} AS build
# Symbols are a seventh of Node.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# Optional: the file of more certificates, for example of a company's proxy. `npm run image` mounts it for the build.
ARG NODE_EXTRA_CA_CERTS
# Install scripts are skipped: they only download another Node and a database, which the image doesn't use.
RUN npm ci --ignore-scripts
COPY . .
RUN BUILD_STANDALONE=1 node scripts/build.ts && node --disable-warning=ExperimentalWarning scripts/docker/collect.ts

FROM ${RUNTIME_IMAGE} AS product
COPY --from=build /usr/local/bin/node /usr/local/bin/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 INTAKE_PORT=3001 DATA_DIR=/data
# V8's young generation takes up to 128 MiB otherwise.
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
# Owned by root, so that the parts, which run as "node", can't change their own code.
COPY --from=build /app/.next/standalone ./
RUN useradd --uid 1000 --create-home node && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/docker/health-check.ts"]
CMD ["node", "scripts/web.ts"]

FROM product AS demo
ENV SANDBOX_HOST=0.0.0.0 SANDBOX_PORT=4010
COPY --from=build /app/.next/demo ./
EXPOSE 4010

# The default is the last stage.
FROM product
