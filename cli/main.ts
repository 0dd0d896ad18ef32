import { failureText } from '#server/failure'
import type { CommandOutput } from './command'
import { createProgram } from './program'

const output: CommandOutput = {
  result: (text) => void process.stdout.write(text),
  report: (text) => void process.stderr.write(text),
}

try {
  await createProgram(output).parseAsync()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  output.report(`${sentence}\n`)
  process.exitCode = 1
}
