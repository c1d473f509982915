# A static binary and nothing else. Build: docker build -t hclx .  Run: docker run --rm -v "$PWD:/src" hclx check
FROM rust:1.88-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /hclx
COPY . .
RUN cargo build --release --locked --bin hclx && strip target/release/hclx

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /hclx/target/release/hclx /usr/local/bin/hclx
WORKDIR /src
ENTRYPOINT ["/usr/local/bin/hclx"]
CMD ["check"]
