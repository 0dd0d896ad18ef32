#!/bin/sh
# Builds the page and the server, and puts everything that runs into a folder of its own under TARGET. TARGET/current links to the
# newest.
# Run it in the repository's folder, after `npm ci`:
#   sh deploy/assemble.sh /opt/geekquest
set -eu
: "${1:?where to, for example /opt/geekquest}"
npm run --silent build -- "$1"
