# One image for all that Kith runs: the command says which app. See docs/running-for-real.md.
FROM node:22-bookworm-slim AS build
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production KITH_DATA_DIR=/data
WORKDIR /kith
COPY --from=build /kith/package.json ./
COPY --from=build /kith/node_modules ./node_modules
COPY --from=build /kith/dist ./dist
# Encoders that were put there before it was built; there may be none.
COPY --from=build /kith/models ./models
# What may be written is the folder of data alone, and that by its owner alone.
RUN ln -s /kith/dist/apps/cli/src/main.js /usr/local/bin/kith && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.KITH_PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["kith", "up"]
