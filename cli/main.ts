import { constants } from 'node:os'
import { failureText } from '#server/failure'
import type { Output } from './command'
import { createProgram } from './program'

const output: Output = {
  result: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
}

const LOOK = 'Before you run it again, see with "status" or in the control room what has changed.'

// Otherwise a command that waits for a busy database would end without a word.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // A rehearsal ends by itself, with its page.
    if (process.listenerCount(signal) > 0) return
    output.note(`Ended by ${signal} before it was done. ${LOOK}\n`)
    process.exit(128 + constants.signals[signal])
  })
}

try {
  await createProgram(output).parseAsync()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  output.note(`${sentence}\n`)
  process.exitCode = 1
}
