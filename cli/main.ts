import { failureText } from '#server/failure'
import type { Output } from './command'
import { createProgram } from './program'

const output: Output = {
  result: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
}

try {
  await createProgram(output).parseAsync()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  output.note(`${sentence}\n`)
  process.exitCode = 1
}
