#!/usr/bin/env bash
# Makes the secrets that compose.yaml hands to the services, in deploy/secrets, once: what is there stays as it is.
# Only their owner can read them: the user who runs this, as whom the containers of Saleyard then run too (SECRETS_UID
# and SECRETS_GID in deploy/.env). Run by root they belong to the image's own user, 1000.
set -euo pipefail
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'; }
make() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }

make mongo-password "$(random 24)"
make mongo-keyfile "$(random 256)"
make nats-token "$(random 24)"
make s3-secret "$(random 24)"
make forwarding-key "$(random 32)"
make eventstore-url "esdb://eventstore:2113?tls=false"
make mongodb-url "mongodb://root:$(cat secrets/mongo-password)@mongodb:27017/saleyard?authSource=admin&replicaSet=rs0"
make nats-url "nats://$(cat secrets/nats-token)@nats:4222"
make s3-url "http://saleyard:$(cat secrets/s3-secret)@s3:7070/saleyard"

chmod 700 secrets
chmod 400 secrets/*
uid=$(id -u) gid=$(id -g)
if [ "$uid" = 0 ]; then
  uid=1000 gid=1000
  chown -R "$uid:$gid" secrets
fi
touch .env
for line in "SECRETS_UID=$uid" "SECRETS_GID=$gid"; do
  grep -q "^${line%%=*}=" .env || echo "$line" >>.env
done
echo "deploy/secrets is complete: $(ls secrets | tr '\n' ' ')"
