import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Code } from '#contract/codes'
import { LIVE_PATH, RANKING_SCREEN } from '#contract/live'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { count, type Limits } from '../limits/limits'
import type { Hub } from '../live/hub'
import type { Listener } from '../live/stream'
import { TransportRefusal } from '../refusal'
import type { Admission } from './admission'
import { asRefusal, koAnswer } from './answers'
import { assertOrigin } from './origin-guard'
import type { Proxies } from './proxy'
import { readFingerprint, readQuery } from './read-call'
import { readSessionToken } from './session-cookie'

/** How long a browser waits before it asks a full server again, in s. */
const FULL_RETRY_S = 30

export function isLiveRequest({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.startsWith(LIVE_PATH) && (url.length === LIVE_PATH.length || url[LIVE_PATH.length] === '?')
}

/** What a request for the stream came to. */
export interface Opened {
  readonly fingerprint: string | null
  /** The account that listens. */
  readonly userId: string | null
  readonly code: Code | 'OK'
  readonly status: number
  /** The error, if the response does not explain it. */
  readonly error: unknown
}

interface Border {
  readonly proxies: Proxies
  readonly securityHeaders: Readonly<Record<string, string>>
}

/** Answers requests for the live stream (contract/live.ts). */
export function createLive(
  game: Game,
  limits: Limits,
  hub: Hub,
  admit: Admission,
  { proxies, securityHeaders }: Border,
): (request: IncomingMessage, response: ServerResponse) => Promise<Opened> {
  const common = Object.entries({ ...securityHeaders, 'cache-control': 'no-store, no-transform' }).flat()
  const streamHead = [...common, 'content-type', 'text/event-stream', 'x-accel-buffering', 'no']

  /** Who listens; null without a session, which answers 204. */
  async function admitListener(request: IncomingMessage): Promise<Listener | null> {
    const query = readQuery(request.url ?? '')
    const address = proxies.clientAddress(request)
    await game.db.changes.catchUp()
    const session = await admit(readSessionToken(request.headers.cookie), { address })
    const key = addressKey(address)
    const isPublic = query.screen === RANKING_SCREEN
    if (session !== null) count(limits.account, session.userId)
    else count(isPublic ? limits.stream : limits.address, key)
    if (readFingerprint(query) === null) throw new TransportRefusal('MALFORMED')
    assertOrigin(request.headers, proxies.clientScheme(request), game.publicUrl)
    if (session !== null) return { is: 'account', tokenHash: session.tokenHash, userId: session.userId }
    return isPublic ? { is: 'public', addressKey: key } : null
  }

  function refuse(reason: unknown, response: ServerResponse): Opened {
    const refusal = asRefusal(reason)
    const { status, code, headers, text } = koAnswer(refusal, game.now())
    const length = String(Buffer.byteLength(text))
    response.writeHead(status, [
      ...common,
      ...headers,
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      length,
    ])
    response.end(text)
    const unexplained = (code === 'INTERNAL' || code === 'UNAVAILABLE') && !(reason instanceof TransportRefusal)
    return { fingerprint: null, userId: null, code, status, error: unexplained ? reason : null }
  }

  function answer(listener: Listener | null, response: ServerResponse): Opened {
    if (listener === null) {
      response.writeHead(204, common).end()
      return { fingerprint: null, userId: null, code: 'OK', status: 204, error: null }
    }
    if (!hub.hasRoomFor(listener)) throw new TransportRefusal('UNAVAILABLE', FULL_RETRY_S)
    response.writeHead(200, streamHead).flushHeaders()
    // Its sender may have disconnected meanwhile.
    if (!response.destroyed) hub.open(listener, response)
    const userId = listener.is === 'account' ? listener.userId : null
    return { fingerprint: null, userId, code: 'OK', status: 200, error: null }
  }

  return async (request, response) => {
    const fingerprint = readFingerprint(readQuery(request.url ?? ''))
    try {
      return { ...answer(await admitListener(request), response), fingerprint }
    } catch (reason) {
      return { ...refuse(reason, response), fingerprint }
    }
  }
}
