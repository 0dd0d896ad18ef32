import type { Fate } from './plan'
import type { WireAnswer, WireRequest } from './server'
import type { Tab } from './tab'
import type { VirtualTime } from './virtual-time'

export type Reach = 'on' | 'off' | 'captive'

/** The dependencies of one device's network. */
export interface NetworkWorld {
  readonly time: VirtualTime
  readonly reach: () => Reach
  readonly cookie: () => string | null
  readonly serverIsUp: () => boolean
  readonly receive: (request: WireRequest) => Promise<WireAnswer>
  readonly nextFate: () => Fate
  /** Called when a request leaves the page. */
  readonly onSend: (request: WireRequest, tab: Tab) => void
}

const PORTAL: WireAnswer = {
  status: 200,
  headers: {},
  body: '<!doctype html><title>Wi-Fi</title>Prijavite se',
}
const GATEWAY: WireAnswer = { status: 503, headers: {}, body: '<h1>503</h1>' }

function asResponse({ status, headers, body }: WireAnswer): Response {
  const response = {
    status,
    headers: new Headers(headers),
    json: async (): Promise<unknown> => JSON.parse(body),
  }
  // The page reads only this part of a response.
  return response as unknown as Response
}

const koOver = (
  status: number,
  code: string,
  now: number,
  headers: Readonly<Record<string, string>>,
): WireAnswer => ({
  status,
  headers,
  body: JSON.stringify({
    status: 'KO',
    code,
    message: 'Kvar.',
    server_time: new Date(now).toISOString(),
  }),
})

/** Applies a fault to the server's response; null = no response. */
function spoil(own: WireAnswer | null, answer: Fate['answer'], now: number): WireAnswer | null {
  switch (answer) {
    case 'its own':
      return own
    case 'none':
    case 'never ends':
      return null
    case 'cut off':
      return own === null ? null : { ...own, body: own.body.slice(0, own.body.length / 2) }
    case 'garbage':
      return { status: 200, headers: {}, body: '{"status":"OK","award":{},"duplicate":false}' }
    case 'HTML':
      return PORTAL
    case 'HTTP 500':
      // The code of a refusal with an HTTP status that refusals never have.
      return koOver(500, 'COOLDOWN', now, {})
    case 'HTTP 429':
      return koOver(429, 'TOO_MANY_REQUESTS', now, { 'retry-after': '3' })
    case 'HTTP 503':
      return GATEWAY
  }
}

/** The options that the page passes to `fetch`. */
interface PageRequest {
  readonly body: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * One tab's `fetch`, which loses and delays requests and responses, repeats requests and garbles
 * responses. A sent request reaches the server even if its page ends.
 */
export function createFetch(world: NetworkWorld, tab: Tab): typeof fetch {
  const { time } = world

  async function arrive(request: WireRequest): Promise<WireAnswer> {
    return world.serverIsUp() ? await world.receive(request) : GATEWAY
  }

  const send = (request: WireRequest, answered: (answer: WireAnswer | null) => void): void => {
    if (world.reach() !== 'on') {
      const answer = world.reach() === 'captive' ? PORTAL : null
      time.schedule(() => answered(answer), 5)
      return
    }
    const fate = world.nextFate()
    const back = (own: WireAnswer | null) => {
      if (fate.answer === 'never ends') return
      time.schedule(() => answered(spoil(own, fate.answer, time.now())), fate.down)
    }
    if (fate.up === null) {
      back(null)
      return
    }
    time.schedule(() => void arrive(request).then(back), fate.up)
    if (fate.again !== null) time.schedule(() => void arrive(request), fate.up + fate.again)
  }

  const fakeFetch = (url: string, { body, headers, signal }: PageRequest): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const request = {
        url,
        headers: { ...headers, ...type },
        body: body.toString(),
        cookie: world.cookie(),
      }
      world.onSend(request, tab)
      send(request, (answer) =>
        tab.run(() =>
          answer === null ? reject(new TypeError('Failed to fetch')) : resolve(asResponse(answer)),
        ),
      )
    })
  // The page calls `fetch` only in this form.
  return fakeFetch as unknown as typeof fetch
}
