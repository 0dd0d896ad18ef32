import { randomUUID } from 'node:crypto'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import { encodeCall } from '#contract/wire'

export interface CallResult<N extends CallName> {
  readonly status: 'OK' | 'KO'
  readonly code?: string
  readonly output?: CallOutput<N>
}

/** A call in the form in which a device sends it. */
export function requestOf<N extends CallName>(
  name: N,
  input: CallInput<N>,
): { path: string; form: URLSearchParams } {
  const { query, body } = encodeCall(calls[name], input)
  return {
    path: `/api?${new URLSearchParams([['fingerprint', randomUUID()], ...query])}`,
    form: new URLSearchParams(body),
  }
}

/** Sends a call over the network. */
export async function postCall<N extends CallName>(
  url: string,
  name: N,
  input: CallInput<N>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { path, form } = requestOf(name, input)
  return await fetch(url + path, { method: 'POST', body: form, headers })
}

/** Makes a call over HTTP; null if no valid answer came back. */
export async function callOver<N extends CallName>(
  url: string,
  name: N,
  input: CallInput<N>,
  cookie = '',
): Promise<CallResult<N> | null> {
  try {
    const response = await postCall(url, name, input, { cookie })
    if (response.status !== 200) return null
    const answer = parseAnswer(calls[name], await response.json())
    if (answer.kind === 'unreadable') return null
    return answer.kind === 'ok'
      ? { status: 'OK', output: answer.output }
      : { status: 'KO', code: answer.ko.code }
  } catch {
    return null
  }
}
