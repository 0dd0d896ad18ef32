import type { APIRequestContext } from '@playwright/test'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import { postCall, requestOf } from '../../support/http-call'

/** A phone, or the session of somebody who makes calls without a screen. */
export type Caller =
  | { readonly request: APIRequestContext }
  | { readonly url: string; readonly cookie: string }

/** Makes an API call as somebody, without their screens. Throws if it is refused. */
export async function callAs<N extends CallName>(
  caller: Caller,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const { path, form } = requestOf(name, input)
  const response =
    'request' in caller
      ? await caller.request.post(path, { form: Object.fromEntries(form) })
      : await postCall(caller.url, name, input, { cookie: caller.cookie })
  const said = await response.text()
  const answer = parseAnswer(calls[name], JSON.parse(said))
  if (answer.kind !== 'ok') throw new Error(`${name} was refused: ${said}`)
  return answer.output
}
