# A small image of the server: docs/operations.md. Build it at the root of the project:
#   docker build -t termwise .
#   docker run -e TERMWISE_API_KEY -v ./indexes:/data -p 127.0.0.1:7700:7700 termwise

FROM node:22-alpine AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --silent --ignore-scripts --pack-destination /packed

FROM node:22-alpine
ENV NODE_ENV=production
COPY --from=build /packed /packed
RUN npm install --global --omit=dev --ignore-scripts /packed/*.tgz \
  && npm cache clean --force \
  && rm -rf /packed \
  && mkdir /data \
  && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7700
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7700/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["termwise"]
CMD ["serve", "/data", "--host", "0.0.0.0"]
