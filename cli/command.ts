import { createInterface } from 'node:readline'
import { normaliseText } from '#rules/text'
import type { By } from '#server/audit'
import { Failure } from '#server/failure'

/** Output of a command: its result, and separate messages for the operator. */
export interface CommandOutput {
  readonly result: (text: string) => void
  readonly report: (text: string) => void
  /** Answers questions; reads a line from standard input by default. Replaced in tests. */
  readonly answer?: () => Promise<string | null>
}

const REASON_MAX = 200

/** Option of every command that makes changes. */
export const REASON_OPTION = ['--reason <text>', 'why, for the audit trail'] as const

/** Option of every command that prints a result. */
export const JSON_OPTION = ['--json', 'print the result as JSON, for scripts', false] as const

/**
 * Returns the author of a change made on the command line. Throws `Failure` for a reason that does
 * not fit the audit trail.
 */
export function byCommandLine(reason: string | undefined): By {
  if (reason === undefined) return { userId: null, reason: null }
  const text = normaliseText(reason)
  if (text === '' || [...text].length > REASON_MAX)
    throw new Failure(`--reason takes 1 to ${REASON_MAX} characters.`)
  return { userId: null, reason: text }
}

/** How long to wait for an answer from a pipe (ms): a silent script must not hang the command. */
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
    // An open pipe would keep the process alive.
    process.stdin.destroy()
  }
}

export interface CommandFlags {
  readonly json: boolean
  readonly reason?: string | undefined
  /** Answers every question with yes. */
  readonly yes?: boolean
}

export type CommandRun = ReturnType<typeof createRun>

/** Creates one run of a command, with its output, prompts and author. */
export function createRun(output: CommandOutput, { json, reason, yes = false }: CommandFlags) {
  /** Asks a question. Returns null if nobody answers. Throws `Failure` if the answer is no. */
  async function confirmed(question: string, expected: string | null = null): Promise<true | null> {
    if (yes) return true
    output.report(`${question} ${expected === null ? '[y/N]' : `Type "${expected}" to go on:`} `)
    const given = await (output.answer ?? readAnswer)()
    if (given === null) return null
    const agreed = expected === null ? /^y(es)?$/i.test(given) : given === expected
    if (!agreed) throw new Failure('Nothing was changed.')
    return true
  }

  return {
    json,
    by: byCommandLine(reason),
    report: output.report,
    /** Prints the result as text, or with `--json` as one line of JSON. */
    print(value: unknown, text: string): void {
      output.result(json ? `${JSON.stringify(value)}\n` : text)
    },
    /**
     * Asks before destroying something. Throws `Failure` unless the answer is `expected` (default:
     * yes).
     */
    async confirm(question: string, expected: string | null = null): Promise<void> {
      const agreed = await confirmed(question, expected)
      if (agreed === null)
        throw new Failure('Nobody answered, so nothing was changed; --yes answers in scripts.')
    },
    confirmed,
  }
}
