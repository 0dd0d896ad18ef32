import type { Code } from '#contract/codes'

/** An answer as it travels back to the phone. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** One call between phone and server, in the hands of whatever is wrong with the network. */
export interface Exchange {
  /** Lets the call through to the server; resolves with its answer, which the phone has not got yet. */
  forward(): Promise<Answer>
  reply(answer: Answer): void
  /** Promises the whole answer and breaks off in its middle. */
  replyHalf(answer: Answer): void
  /** Ends the connection without a word. */
  cut(): void
}

/** What happens to one call. */
export type Fault = (exchange: Exchange) => Promise<void> | void

const never = new Promise<never>(() => {})

function answer(status: number, type: string, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(body) }
}

/** A KO of this API, which the server itself was never asked for. */
function ko(status: number, code: Code, headers: Record<string, string> = {}): Fault {
  return ({ reply }) => {
    const body = { status: 'KO', code, message: `(${code})`, server_time: new Date().toISOString() }
    reply(answer(status, 'application/json; charset=utf-8', JSON.stringify(body), headers))
  }
}

const PORTAL_PAGE = '<!doctype html><title>Wi-Fi</title><form><button>Prihvaćam uvjete mreže</button></form>'

/** Everything that may go wrong between a phone and the server. */
export const faults = {
  /** The request never reaches the server. */
  cutBefore: (({ cut }) => cut()) satisfies Fault,
  /** The server has done it, and its answer is lost. */
  cutAfter: (async ({ forward, cut }) => {
    await forward()
    cut()
  }) satisfies Fault,
  /** The server has done it, and half of its answer comes. */
  truncated: (async ({ forward, replyHalf }) => replyHalf(await forward())) satisfies Fault,
  /** The server has done it, and what comes as its answer is no JSON. */
  garbled: (async ({ forward, reply }) => {
    const { status, headers, body } = await forward()
    const { 'content-length': _whole, ...others } = headers
    reply({ status, headers: others, body: body.subarray(0, body.length - 7) })
  }) satisfies Fault,
  /** Neither the server nor anybody else answers. */
  stalled: (() => never) satisfies Fault,
  /** The server has done it, and its answer never comes. */
  stalledAfter: (async ({ forward }) => {
    await forward()
    await never
  }) satisfies Fault,
  /** The request is on its way until the gate opens; it then arrives whether or not anybody still waits for it. */
  heldBefore:
    (gate: Promise<void>): Fault =>
    async ({ forward, reply }) => {
      await gate
      reply(await forward())
    },
  /** The server has done it, and its answer is on its way until the gate opens. */
  heldAfter:
    (gate: Promise<void>): Fault =>
    async ({ forward, reply }) => {
      const done = await forward()
      await gate
      reply(done)
    },
  internal: ko(500, 'INTERNAL'),
  unavailable: ko(503, 'UNAVAILABLE'),
  tooMany: (retryAfterSeconds: number): Fault => ko(429, 'TOO_MANY_REQUESTS', { 'retry-after': String(retryAfterSeconds) }),
  clientTooOld: ko(200, 'CLIENT_TOO_OLD'),
  /** A captive portal answers in the server's place. */
  portal: (({ reply }) => reply(answer(200, 'text/html', PORTAL_PAGE))) satisfies Fault,
  /** A captive portal whose page stays in the browser's own cache, for a day. */
  portalKept: (({ reply }) =>
    reply(
      answer(200, 'text/html', PORTAL_PAGE, {
        'cache-control': 'public, max-age=86400',
        'last-modified': new Date(Date.now() + 86_400_000).toUTCString(),
      }),
    )) satisfies Fault,
  /** What the server says under another content type. */
  mistyped:
    (type: string): Fault =>
    async ({ forward, reply }) => {
      const { headers, ...rest } = await forward()
      reply({ ...rest, headers: { ...headers, 'content-type': type } })
    },
  /** A captive portal sends every request to its own page. */
  redirected:
    (location: string): Fault =>
    ({ reply }) =>
      reply(answer(302, 'text/html', '', { location })),
}

/** The page that `redirected` leads to. */
export const portalPage = answer(200, 'text/html', PORTAL_PAGE)

/** Something to hold calls with, and the way to let them go. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
