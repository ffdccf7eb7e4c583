#!/usr/bin/env bash
# Makes the secrets that compose.yaml hands to the services, in deploy/secrets, once: what is there stays as it is.
set -euo pipefail
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'; }
make() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }

make mongo-password "$(random 24)"
make mongo-keyfile "$(random 256)"
make nats-token "$(random 24)"
make forwarding-key "$(random 32)"
make eventstore-url "esdb://eventstore:2113?tls=false"
make mongodb-url "mongodb://root:$(cat secrets/mongo-password)@mongodb:27017/saleyard?authSource=admin&replicaSet=rs0"
make nats-url "nats://$(cat secrets/nats-token)@nats:4222"
# The containers' users read them; nobody else gets into the folder.
chmod 644 secrets/*
chmod 711 secrets
echo "deploy/secrets is complete: $(ls secrets | tr '\n' ' ')"
