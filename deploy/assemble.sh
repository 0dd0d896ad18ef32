#!/bin/sh
# Builds the page and the server, and puts all that runs into a folder of its own under TARGET. TARGET/current leads to the newest.
# Run it in the repository's folder, after `npm ci`:
#   PRIVACY_CONTACT=privatnost@klub.hr sh deploy/assemble.sh /opt/geekquest
set -eu
: "${1:?where to, for example /opt/geekquest}"
: "${PRIVACY_CONTACT:?is part of the page: set it to the address for questions about personal data}"
npm run --silent build -- "$1"
