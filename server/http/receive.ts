import type { IncomingHttpHeaders } from 'node:http'
import type { CallName } from '#contract/calls'
import { PROTOCOL_HEADER } from '#contract/protocol'
import type { Caller, SessionPort } from '../call-context'
import { isRenewalDue, type LiveSession, renewSession } from '../db/queries/sessions'
import { isUnavailable } from '../db/unavailable'
import { dispatch } from '../dispatch'
import type { Game } from '../game'
import { hashSecret } from '../random'
import { createReadings } from '../readings/readings'
import { addressKey } from './address-key'
import { type Answer, asRefusal, koAnswer, okAnswer } from './answers'
import { count, createLimits } from './limits'
import { assertOrigin } from './origin-guard'
import { type Pairs, readCall, readFingerprint, readQuery } from './read-call'
import { readSessionToken, sessionCookie } from './session-cookie'

const USER_AGENT_MAX = 300

/** A POST to the API, independent of its transport. */
export interface ApiRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The client's address, from a trusted proxy if there is one. */
  readonly address: string
  readBody(): Promise<string>
}

export interface Received {
  readonly answer: Answer
  readonly fingerprint: string | null
  readonly call: CallName | null
  /** The error, if the response does not explain it. */
  readonly error: unknown
}

/** A booth that replays its outbox must not be slowed down: awards are limited only by the database's back-pressure. */
function isAward({ action, option }: Pairs): boolean {
  return action === 'vendor' && (option === 'award_points' || option === 'award_many')
}

/**
 * Handles calls: rate limits, then origin, then parsing, then the rules. `clock` is for the rate limits (ms) and must be
 * monotonic.
 */
export function createReceiver(
  game: Game,
  clock: () => number = () => performance.now(),
): (request: ApiRequest) => Promise<Received> {
  const secure = game.publicUrl.protocol === 'https:'
  const limits = createLimits(clock)
  const readings = createReadings(game)
  const { sessions } = readings

  function countAccount(session: LiveSession, query: Pairs): LiveSession {
    if (session.vendorId === null || !isAward(query)) count(limits.account, session.userId)
    return session
  }

  /** Finds the caller within the rate limits. A cached session costs no query, and neither does a flood without sessions. */
  async function admit(token: string | null, request: ApiRequest, query: Pairs): Promise<LiveSession | null> {
    if (token === null) {
      count(limits.address, addressKey(request.address))
      return null
    }
    const tokenHash = hashSecret(token)
    const known = sessions.known(tokenHash, game.now())
    if (known !== null && !(known instanceof Promise)) return countAccount(known, query)
    const key = addressKey(request.address)
    if (known === null) count(limits.unproven, key)
    const found = await (known ?? sessions.find(tokenHash, game.now()))
    if (found === null) {
      count(limits.address, key)
      return null
    }
    if (known === null) limits.unproven.giveBack(key)
    return countAccount(found, query)
  }

  /** If the database cannot be written, reading must still work; the next call tries again. */
  async function tryRenewal(tokenHash: string): Promise<boolean> {
    try {
      await game.db.write({ on: 'accounts' }, (db) => renewSession(db, tokenHash, game.now()))
      return true
    } catch (reason) {
      if (isUnavailable(reason)) return false
      throw reason
    }
  }

  return async (request) => {
    const query = readQuery(request.url)
    const cookies: string[] = []
    let call: CallName | null = null
    const finish = (answer: Answer, error: unknown = null): Received => ({
      answer: cookies.length === 0 ? answer : { ...answer, headers: [...answer.headers, ...cookies] },
      fingerprint: readFingerprint(query),
      call,
      error,
    })
    try {
      game.db.changes.catchUp()
      const { headers } = request
      const token = readSessionToken(headers.cookie)
      const session = await admit(token, request, query)
      assertOrigin(headers, game.publicUrl)
      const { name, fields } = readCall(query, await request.readBody(), headers[PROTOCOL_HEADER])
      call = name
      const setCookie = (value: string | null) => void cookies.splice(0, 2, 'set-cookie', sessionCookie(value, secure))
      if (session !== null && token !== null && isRenewalDue(session, game.now()) && (await tryRenewal(session.tokenHash)))
        setCookie(token)
      const caller: Caller | null = session === null ? null : { userId: session.userId, vendorId: session.vendorId }
      const port: SessionPort = {
        token,
        get address() {
          return request.address
        },
        userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
        issue: setCookie,
        clear: () => setCookie(null),
      }
      return finish(okAnswer(await dispatch(name, fields, { game, readings }, caller, port), game.now()))
    } catch (reason) {
      const refusal = asRefusal(reason)
      const unexplained = refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE'
      return finish(koAnswer(refusal, game.now()), unexplained ? reason : null)
    }
  }
}
