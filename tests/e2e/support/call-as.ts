import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import { encodeCall } from '#contract/wire'

/** A phone, or somebody who makes calls without a screen. */
export interface Caller {
  readonly request: APIRequestContext
}

/** Makes an API call with a phone's session, without its screens. Throws if it is refused. */
export async function callAs<N extends CallName>(phone: Caller, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const { query, body } = encodeCall(calls[name], input)
  const search = new URLSearchParams([['fingerprint', randomUUID()], ...query])
  const response = await phone.request.post(`/api?${search}`, { form: Object.fromEntries(body) })
  const answer = parseAnswer(calls[name], await response.json())
  if (answer.status !== 'OK') throw new Error(`${name} was refused: ${await response.text()}`)
  return answer.output
}
