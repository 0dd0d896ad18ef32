/** First Node version with a complete built-in SQLite. */
const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `This needs Node ${OLDEST_NODE} or newer, but this is Node ${process.versions.node}: install it from https://nodejs.org.\n`,
  )
  process.exit(1)
}
