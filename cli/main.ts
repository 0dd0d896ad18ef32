import { errorCode, failureText, writeFailure } from '#server/failure'
import { createOutlet } from '#server/outlet'
import type { CommandOutput } from './command'
import { createProgram } from './program'

// Buffer all output without a limit: no part of a command's result may be lost, and a stopped
// terminal must not block the command while it holds the database.
const settings = { maxWaiting: Number.POSITIVE_INFINITY, lossText: () => '' }
const [results, reports] = [
  createOutlet(process.stdout, settings),
  createOutlet(process.stderr, settings),
]

const output: CommandOutput = {
  result: (text) => void results.print(text),
  report: (text) => void reports.print(text),
}

try {
  await createProgram(output).parseAsync()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  output.report(`${sentence}\n`)
  process.exitCode = 1
}

const unwritten = await results.settle(Number.POSITIVE_INFINITY)
// EPIPE is no failure: the reader closed the pipe because it had enough (`| head`).
if (unwritten !== null && errorCode(unwritten) !== 'EPIPE') {
  output.report(`The result could not be written: ${writeFailure(unwritten)}.\n`)
  process.exitCode = 1
}
await reports.settle(Number.POSITIVE_INFINITY)
