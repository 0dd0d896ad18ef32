import { randomUUID } from 'node:crypto'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import { encodeCall } from '#contract/wire'

export interface Said<N extends CallName> {
  readonly status: 'OK' | 'KO'
  readonly code?: string
  readonly output?: CallOutput<N>
}

/** Makes a call over HTTP; null where no answer of the game came back. */
export async function callOver<N extends CallName>(
  url: string,
  name: N,
  input: CallInput<N>,
  cookie = '',
): Promise<Said<N> | null> {
  const { query, body } = encodeCall(calls[name], input)
  const search = new URLSearchParams([['fingerprint', randomUUID()], ...query])
  const form = new URLSearchParams(body)
  try {
    const response = await fetch(`${url}/api?${search}`, { method: 'POST', body: form, headers: { cookie } })
    if (response.status !== 200) return null
    const answer = parseAnswer(calls[name], await response.json())
    if (answer.status === 'unreadable') return null
    return answer.status === 'OK' ? { status: 'OK', output: answer.output } : { status: 'KO', code: answer.ko.code }
  } catch {
    return null
  }
}
