#!/bin/sh
# Builds page and server, puts all files that a server needs into a new folder under the given folder, and makes `current` there link
# to the new folder. Run it in the repository's folder, after `npm ci`:
#   sh deploy/assemble.sh /opt/geekquest
set -eu
: "${1:?where to, for example /opt/geekquest}"
npm run --silent build -- "$1"
