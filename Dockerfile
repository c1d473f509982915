# A static binary and git, without root. Build: docker build -t hclx .
# Run: docker run --rm --read-only -v "$PWD:/src:ro" hclx check
FROM rust:1.88-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /hclx
COPY . .
RUN cargo build --release --locked --bin hclx

FROM alpine:3.22
ARG SOURCE
LABEL org.opencontainers.image.source=$SOURCE org.opencontainers.image.licenses="MIT OR Apache-2.0"
# `--since` and `breaking --against` read revisions with git
# a mount belongs to somebody else; the setting is the system's, so that it holds for `--user` too
RUN apk add --no-cache git && adduser -D -u 10001 hclx && git config --system --add safe.directory '*'
COPY --from=build /hclx/target/release/hclx /usr/local/bin/hclx
USER hclx
# nothing is written: neither to the mount nor to a cache
ENV HCLX_NO_CACHE=1
WORKDIR /src
ENTRYPOINT ["/usr/local/bin/hclx"]
CMD ["check"]
