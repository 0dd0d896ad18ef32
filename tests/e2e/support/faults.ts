import type { Code } from '#contract/codes'

/** A server's response on its way back to the phone. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** One call between phone and server, under a fault's control. */
export interface Exchange {
  /** Sends the call to the server; resolves with the response, which the phone has not received yet. */
  forward(): Promise<Answer>
  reply(answer: Answer): void
  /** Announces the whole response and sends half of it; then the connection breaks off. */
  replyHalf(answer: Answer): void
  /** Closes the connection without a response. */
  cut(): void
}

/** Handles one call. */
export type Fault = (exchange: Exchange) => Promise<void> | void

function answer(
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): Answer {
  return { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(body) }
}

/** A KO response of the API without asking the server. */
function ko(status: number, code: Code, headers: Record<string, string> = {}): Fault {
  return ({ reply }) => {
    const body = { status: 'KO', code, message: `(${code})`, server_time: new Date().toISOString() }
    reply(answer(status, 'application/json; charset=utf-8', JSON.stringify(body), headers))
  }
}

/** The page of a captive portal. */
export const portalPage = answer(
  200,
  'text/html',
  '<!doctype html><title>Wi-Fi</title><form><button>Prihvaćam uvjete mreže</button></form>',
)

/** Faults between a phone and the server. */
export const faults = {
  none: (async ({ forward, reply }) => reply(await forward())) satisfies Fault,
  /** The request never reaches the server. */
  cutBefore: (({ cut }) => cut()) satisfies Fault,
  /** The server handles the call, and only half of its response arrives. */
  truncated: (async ({ forward, replyHalf }) => replyHalf(await forward())) satisfies Fault,
  /** The server handles the call, and its response arrives as invalid JSON. */
  garbled: (async ({ forward, reply }) => {
    const { body, ...rest } = await forward()
    reply({ ...rest, body: body.subarray(0, -7) })
  }) satisfies Fault,
  /** Holds the request until the gate opens; it then arrives whether or not the phone still waits. */
  heldBefore:
    (gate: Promise<void>): Fault =>
    async ({ forward, reply }) => {
      await gate
      reply(await forward())
    },
  /** The server handles the call, and its response is held until the gate opens. */
  heldAfter:
    (gate: Promise<void>): Fault =>
    async ({ forward, reply }) => {
      const done = await forward()
      await gate
      reply(done)
    },
  unavailable: ko(503, 'UNAVAILABLE'),
  tooMany: (retryAfterSeconds: number): Fault =>
    ko(429, 'TOO_MANY_REQUESTS', { 'retry-after': String(retryAfterSeconds) }),
  /** A captive portal responds instead of the server. */
  portal: (({ reply }) => reply(portalPage)) satisfies Fault,
  /** A captive portal whose page the HTTP cache keeps for a day. */
  portalKept: (({ reply }) => {
    const kept = {
      'cache-control': 'public, max-age=86400',
      'last-modified': new Date(Date.now() + 86_400_000).toUTCString(),
    }
    reply({ ...portalPage, headers: { ...portalPage.headers, ...kept } })
  }) satisfies Fault,
  /** A captive portal that redirects every request to its own page. */
  redirected:
    (location: string): Fault =>
    ({ reply }) =>
      reply(answer(302, 'text/html', '', { location })),
}
