#!/usr/bin/env bash
# Makes the MongoDB-wire server that tests start: fetches its libraries with Maven and compiles its main class.
# Nothing is done when what is there was made from the same sources. Needs a JDK (17 or later) and Maven.
set -euo pipefail
cd "$(dirname "$0")"

made="../../node_modules/.cache/saleyard/mongo-server"
stamp=$(cat mongo-server/pom.xml mongo-server/MongoWireServer.java | sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$made/stamp" 2>/dev/null)" = "$stamp" ]; then exit 0; fi

rm -rf "$made"
mkdir -p "$made/jars" "$made/classes"
made=$(cd "$made" && pwd)
mvn --batch-mode --quiet --file mongo-server/pom.xml dependency:copy-dependencies -DoutputDirectory="$made/jars"
javac -cp "$made/jars/*" -d "$made/classes" mongo-server/MongoWireServer.java
echo "$stamp" >"$made/stamp"
