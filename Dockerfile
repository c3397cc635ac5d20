# A small image of the server: docs/operations.md. Build it at the root of the project:
#   docker build -t termwise .
#   docker run -e TERMWISE_API_KEY -v ./indexes:/data -p 127.0.0.1:7700:7700 termwise

FROM node:22-alpine3.23 AS build
WORKDIR /build
# Dependencies in a layer of their own: it is built again only when the lock file changes.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build \
  && mkdir /packed \
  && npm pack --silent --ignore-scripts --pack-destination /packed

FROM node:22-alpine3.23
ENV NODE_ENV=production
RUN --mount=type=bind,from=build,source=/packed,target=/packed \
  npm install --global --omit=dev --ignore-scripts /packed/*.tgz \
  && npm cache clean --force \
  && mkdir /data \
  && chown node:node /data
# The user `node` of the image, by number: schedulers that forbid root check it without the image.
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 7700
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7700/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["termwise"]
CMD ["serve", "/data", "--host", "0.0.0.0"]
