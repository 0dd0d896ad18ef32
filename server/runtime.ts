/** First Node version with a complete built-in SQLite. */
const OLDEST = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `This needs Node ${OLDEST} or newer and runs on ${process.versions.node}: install one from https://nodejs.org.\n`,
  )
  process.exit(1)
}
