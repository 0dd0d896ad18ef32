import { createInterface } from 'node:readline'
import { Failure } from '#server/failure'
import type { Output } from './output'

/** How long a pipe may take to answer (ms); a script that gives no answer must not hang. */
const PIPE_ANSWER_MS = 5_000

/** Reads one line from the terminal or a pipe; null if there is none. */
async function readAnswer(): Promise<string | null> {
  const lines = createInterface({ input: process.stdin })
  const deadline = process.stdin.isTTY ? null : setTimeout(() => lines.close(), PIPE_ANSWER_MS)
  try {
    for await (const line of lines) return line.trim()
    return null
  } finally {
    if (deadline !== null) clearTimeout(deadline)
    lines.close()
    // Otherwise an open pipe keeps the process alive.
    process.stdin.destroy()
  }
}

export interface Asking {
  /** Answers every question with yes. */
  readonly yes: boolean
  readonly output: Output
}

/** Asks before something is destroyed. Throws `Failure` unless the answer is `expected` (by default yes). */
export async function confirm(question: string, { yes, output }: Asking, expected: string | null = null): Promise<void> {
  if (yes) return
  output.note(`${question} ${expected === null ? '[y/N]' : `Type "${expected}" to go on:`} `)
  const given = await (output.answer ?? readAnswer)()
  if (given === null) throw new Failure('Nobody answered, so nothing was changed; --yes answers in scripts.')
  const agreed = expected === null ? /^y(es)?$/i.test(given) : given === expected
  if (!agreed) throw new Failure('Nothing was changed.')
}
