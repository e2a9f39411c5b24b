# docker build --build-arg VERSION=$(git describe --always) -t nmfrepro .
# docker run --rm -v ~/nmf-data:/data -v "$PWD/results:/results" nmfrepro table pnmf/table3
FROM golang:1.26 AS build
ARG VERSION=unknown
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X $(go list -m)/solvers/build.release=$VERSION" -o /nmfrepro .

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /nmfrepro /nmfrepro
ENV NMFREPRO_DATA=/data NMFREPRO_RESULTS=/results
ENTRYPOINT ["/nmfrepro"]
