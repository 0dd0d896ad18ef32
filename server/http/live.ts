import type { IncomingMessage, ServerResponse } from 'node:http'
import { RANKING_SCREEN } from '#contract/live'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { count, type Limits } from '../limits/limits'
import type { Hub } from '../live/hub'
import type { Listener } from '../live/stream'
import { TransportRefusal } from '../refusal'
import type { Admission } from './admission'
import { assertOrigin } from './origin-guard'
import type { Proxies } from './proxy'
import { readFingerprint, readQuery } from './read-call'
import { readSessionToken } from './session-cookie'

/** How long a browser waits before it asks a full server again, in s. */
const FULL_RETRY_S = 30
export const LIVE_CACHE_CONTROL = 'no-store, no-transform'
const STREAM = { 'cache-control': LIVE_CACHE_CONTROL, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

/**
 * Opens the live stream (contract/live.ts), or answers 204 to who has no session. Resolves to the account that listens; throws
 * refusals.
 */
export function createLive(
  game: Game,
  limits: Limits,
  hub: Hub,
  admit: Admission,
  proxies: Proxies,
): (request: IncomingMessage, response: ServerResponse) => Promise<string | null> {
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

  return async (request, response) => {
    const listener = await admitListener(request)
    if (listener === null) {
      response.writeHead(204, { 'cache-control': LIVE_CACHE_CONTROL }).end()
      return null
    }
    if (!hub.hasRoomFor(listener)) throw new TransportRefusal('UNAVAILABLE', FULL_RETRY_S)
    response.writeHead(200, STREAM).flushHeaders()
    // Its sender may have disconnected meanwhile.
    if (!response.destroyed) hub.open(listener, response)
    return listener.is === 'account' ? listener.userId : null
  }
}
