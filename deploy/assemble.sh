#!/bin/sh
# Builds the page and the server, and puts all that runs into a folder of its own under TARGET. TARGET/current leads to the newest.
# Run it in the repository's folder, after `npm ci`:
#   PRIVACY_CONTACT=privatnost@klub.hr sh deploy/assemble.sh /opt/geekquest
set -eu
target=${1:?where to, for example /opt/geekquest}
: "${PRIVACY_CONTACT:?is part of the page: set it to the address for questions about personal data}"

npm run --silent build
build=$(node --import tsx --input-type=module \
  -e "import { currentBuild, directoryOf } from './scripts/current-build.ts'; console.log(directoryOf(currentBuild()))")
name=$(basename "$build")
unfinished="$target/.$name.$$"
mkdir -p "$unfinished"
cp -R "$build/." "$unfinished/"
rm -rf "$unfinished/running"
rm -rf "${target:?}/$name"
mv "$unfinished" "$target/$name"
ln -sfn "$name" "$target/current"
echo "$target/current is $name"
