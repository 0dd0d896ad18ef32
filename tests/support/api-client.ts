import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse as Response } from 'fastify'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import type { Code } from '#contract/codes'
import { SESSION_COOKIE, SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import type { App } from '#server/app'

export interface Refused {
  readonly code: Code
  readonly message: string
  readonly fields?: Record<string, string> | undefined
  readonly cooldowns?:
    | readonly { readonly remaining_seconds: number; readonly point_type: string }[]
    | undefined
  readonly retry_seconds?: number | undefined
  readonly tries_left?: number | undefined
  readonly faults?: readonly { readonly path: string; readonly message: string }[] | undefined
  readonly faults_total?: number | undefined
}

/** A browser that keeps its cookies between calls. */
export interface ApiClient {
  /** The session's cookie. */
  cookie: string | null
  /** The cookie of a browser that has requested a code. */
  requestCookie: string | null
  /** The address that it calls from; null = this machine. */
  address: string | null
  /** Makes a call that must succeed; the response must have exactly the contract's fields. */
  ok<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** Makes a call that must be refused; its HTTP status must be 200. */
  ko<N extends CallName>(name: N, input: CallInput<N>): Promise<Refused>
  /** Makes a call and returns OK or the code. */
  outcome<N extends CallName>(name: N, input: CallInput<N>): Promise<'OK' | Code>
  /** Makes a call and returns its result, OK or KO. */
  answer<N extends CallName>(name: N, input: CallInput<N>): Promise<object>
  /** Makes a call and returns the raw response. */
  post<N extends CallName>(
    name: N,
    input: CallInput<N>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Makes a raw call, for requests that the typed ones cannot express. */
  raw(
    query: Record<string, string>,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<Response>
}

function keepCookie(client: ApiClient, response: Response): void {
  for (const cookie of response.cookies) {
    if (cookie.name === SESSION_COOKIE) client.cookie = cookie.value === '' ? null : cookie.value
    if (cookie.name === SIGN_IN_REQUEST_COOKIE) client.requestCookie = cookie.value
  }
}

function from({ address }: ApiClient): Record<string, string> {
  return address === null ? {} : { 'x-forwarded-for': address }
}

/** Creates a browser that talks to this server; one event may have several servers. */
export function createApiClient(app: App): ApiClient {
  const client: ApiClient = {
    cookie: null,
    requestCookie: null,
    address: null,
    async raw(query, body = '', headers = {}) {
      const response = await app.inject({
        method: 'POST',
        url: '/api',
        query: { fingerprint: randomUUID(), ...query },
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...from(client),
          ...headers,
        },
        cookies: {
          ...(client.cookie === null ? {} : { [SESSION_COOKIE]: client.cookie }),
          ...(client.requestCookie === null
            ? {}
            : { [SIGN_IN_REQUEST_COOKIE]: client.requestCookie }),
        },
        payload: body,
      })
      keepCookie(client, response)
      return response
    },
    async post(name, input, headers) {
      const { query, body } = encodeCall(calls[name], input)
      return await client.raw(
        Object.fromEntries(query),
        new URLSearchParams(body).toString(),
        headers,
      )
    },
    async ok(name, input) {
      const answer = await send(name, input)
      if (answer.kind !== 'ok') throw new Error(`${name} was not OK: ${JSON.stringify(answer)}`)
      return answer.output
    },
    async ko(name, input) {
      const answer = await send(name, input)
      if (answer.kind !== 'refused')
        throw new Error(`${name} was not refused: ${JSON.stringify(answer)}`)
      return { ...answer.ko, code: answer.ko.code as Code }
    },
    async answer(name, input) {
      const answer = await send(name, input)
      return answer.kind === 'ok' ? answer.output : answer
    },
    async outcome(name, input) {
      const answer = await send(name, input)
      if (answer.kind === 'unreadable') throw new Error(`${name} had an unreadable answer`)
      return answer.kind === 'ok' ? 'OK' : (answer.ko.code as Code)
    },
  }

  async function send<N extends CallName>(name: N, input: CallInput<N>) {
    const response = await client.post(name, input)
    if (response.statusCode !== 200)
      throw new Error(`${name} had HTTP ${response.statusCode}: ${response.body}`)
    const { status: _status, server_time: _time, ...sent } = response.json()
    const answer = parseAnswer(calls[name], response.json())
    // Compare with the parsed answer, which lacks fields outside the contract: no such field may
    // leak unseen.
    if (answer.kind === 'ok' && !isDeepStrictEqual(answer.output, sent)) {
      throw new Error(`${name} sends more than the contract says: ${response.body}`)
    }
    return answer
  }
  return client
}
