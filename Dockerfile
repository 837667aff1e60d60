# The dashboard service: docker build --tag dashboard-service .
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm run build:service && npm pack ./service/dist --pack-destination /

FROM node:24-bookworm-slim
ENV NODE_ENV=production SERVICE_HOST=0.0.0.0 DATABASE_URL=/data
WORKDIR /service
COPY --from=build /embedded-dashboard-service-*.tgz service.tgz
RUN npm install --ignore-scripts ./service.tgz && rm service.tgz && npm cache clean --force \
  && mkdir --mode=700 /data && chown node /data
USER node
VOLUME /data
EXPOSE 4600
# Supervisors may restart a container by it. A restart brings no database back, so it is not /health.
HEALTHCHECK --start-period=60s CMD ["node", "--eval", "fetch('http://127.0.0.1:4600/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/.bin/embedded-dashboard-service"]
