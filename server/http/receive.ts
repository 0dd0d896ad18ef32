import type { IncomingHttpHeaders } from 'node:http'
import { CALL_NAMES, type CallName, definitionOf } from '#contract/calls'
import { PROTOCOL_HEADER, WAITING_HEADER } from '#contract/protocol'
import { type BoothDevices, createBoothDevices } from '../booth-devices'
import type { Caller, SessionPort } from '../call-context'
import { isRenewalDue, type LiveSession, renewSession } from '../db/queries/sessions'
import { isUnavailable } from '../db/unavailable'
import { prepare } from '../dispatch'
import type { Game } from '../game'
import { addressKey } from '../limits/address-key'
import { count, type Limits, refuseIf } from '../limits/limits'
import { NO_PUSH, type PushDesk } from '../push/push-desk'
import { createReadings, type Readings } from '../readings/readings'
import { createAdmission } from './admission'
import { type Answer, asRefusal, koAnswer, okAnswer } from './answers'
import { type AwardOutcome, awardOutcomes, isDecided, refusedAward } from './award-outcomes'
import { assertOrigin } from './origin-guard'
import { HungUp } from './read-body'
import { type Pairs, readCall, readFingerprint, readQuery } from './read-call'
import { readRequestToken, readSessionToken, sessionCookie, signInRequestCookie } from './session-cookie'

const USER_AGENT_MAX = 300

/** A POST to the API, independent of its transport. */
export interface ApiRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The client's address, from a trusted proxy if there is one. */
  readonly address: string
  /** `http` or `https`, from a trusted proxy if there is one. */
  readonly scheme: string
  readBody(): Promise<string>
}

export interface Received {
  readonly answer: Answer
  readonly fingerprint: string | null
  readonly call: CallName | null
  /** Whose session it came with; null if it had none. */
  readonly caller: Caller | null
  /** The error, if the response does not explain it. */
  readonly error: unknown
  /** What became of the awards that were sent. */
  readonly awards: readonly AwardOutcome[]
  /** True if the sender has disconnected. */
  readonly hungUp: boolean
}

/** A booth that replays its outbox must not be slowed down: awards are limited only by the database's back-pressure. */
function isAward({ action, option }: Pairs): boolean {
  return action === 'vendor' && (option === 'award_points' || option === 'award_many')
}

/** Actions with calls that count in a bucket of their own if there is no session. */
const OWN_BUCKETS: ReadonlySet<unknown> = new Set(
  CALL_NAMES.map(definitionOf).flatMap(({ action, bucket }) => (bucket === undefined ? [] : [action])),
)

/** Buckets that count by address even with a session, so that an account cannot send SMS or try codes without end. */
const ALWAYS_BY_ADDRESS: ReadonlySet<keyof Limits> = new Set(['register', 'requestCode', 'signIn'])

/** An organiser has no booth, whatever the account had before. */
function callerOf(session: LiveSession | null): Caller | null {
  if (session === null) return null
  const { userId, vendorId, organiser } = session
  return { userId, vendorId: organiser ? null : vendorId, organiser }
}

/** Names and values of headers in turn. */
function setCookies(cookies: ReadonlyMap<string, string>): string[] {
  return [...cookies.values()].flatMap((cookie) => ['set-cookie', cookie])
}

/** Handles calls: rate limits, then origin, then parsing, then the rules. */
export function createReceiver(
  game: Game,
  limits: Limits,
  readings: Readings = createReadings(game),
  push: PushDesk = NO_PUSH,
  devices: BoothDevices = createBoothDevices(game.db, game.now),
): (request: ApiRequest) => Promise<Received> {
  const secure = game.publicUrl.protocol === 'https:'
  const admit = createAdmission(game, limits, readings.sessions)

  /** Finds the caller within the account's rate limit. */
  async function admitCounted(token: string | null, request: ApiRequest, query: Pairs): Promise<LiveSession | null> {
    const session = await admit(token, request)
    if (session !== null && (session.vendorId === null || !isAward(query))) count(limits.account, session.userId)
    return session
  }

  /**
   * Parses a call. If it is no valid one and has no session, it counts in the address's general bucket: calls that only look
   * like registrations must not use up the address's registrations.
   */
  async function readCounted(request: ApiRequest, query: Pairs, caller: Caller | null, onName: (name: CallName) => void) {
    const { headers } = request
    // Read now, because a socket that is closed has no address.
    const key = caller === null ? addressKey(request.address) : null
    if (key !== null && !OWN_BUCKETS.has(query.action)) refuseIf(limits.address.wait(key))
    try {
      assertOrigin(headers, request.scheme, game.publicUrl)
      const { name, fields } = readCall(query, await request.readBody(), headers[PROTOCOL_HEADER])
      onName(name)
      const run = prepare(name, fields, caller)
      return { bucket: definitionOf(name).bucket ?? 'address', run } as const
    } catch (reason) {
      if (key !== null) count(limits.address, key)
      throw reason
    }
  }

  /** If the database cannot be written, reading must still work; the next call tries again. */
  async function tryRenewal(tokenHash: string): Promise<boolean> {
    try {
      await game.db.write({ on: 'accounts' }, async (db, tell) => {
        // Nobody's screen shows it.
        tell('nobody')
        await renewSession(db, tokenHash, game.now())
      })
      return true
    } catch (reason) {
      if (isUnavailable(reason)) return false
      throw reason
    }
  }

  return async (request) => {
    const query = readQuery(request.url)
    const cookies = new Map<string, string>()
    let call: CallName | null = null
    let session: LiveSession | null = null
    let caller: Caller | null = null
    function finish(answer: Answer, awards: readonly AwardOutcome[], error: unknown = null): Received {
      devices.decided(session, awards.filter(isDecided).length)
      return {
        answer: cookies.size === 0 ? answer : { ...answer, headers: [...answer.headers, ...setCookies(cookies)] },
        fingerprint: readFingerprint(query),
        call,
        caller,
        error,
        awards,
        hungUp: error instanceof HungUp,
      }
    }
    try {
      await game.db.changes.catchUp()
      const { headers } = request
      const token = readSessionToken(headers.cookie)
      session = await admitCounted(token, request, query)
      caller = callerOf(session)
      devices.heard(session, headers[WAITING_HEADER])
      const { bucket, run } = await readCounted(request, query, caller, (name) => {
        call = name
      })
      if (caller === null || ALWAYS_BY_ADDRESS.has(bucket)) count(limits[bucket], addressKey(request.address))
      const setCookie = (value: string | null) => void cookies.set('session', sessionCookie(value, secure))
      if (session !== null && token !== null && isRenewalDue(session, game.now()) && (await tryRenewal(session.tokenHash)))
        setCookie(token)
      const port: SessionPort = {
        token,
        get address() {
          return request.address
        },
        get addressKey() {
          return addressKey(request.address)
        },
        requestToken: readRequestToken(headers.cookie),
        userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
        issue: setCookie,
        issueRequest: (value) => void cookies.set('request', signInRequestCookie(value, secure)),
        clear: () => setCookie(null),
      }
      const output = await run({ game, readings, limits, push, devices, session: port })
      return finish(okAnswer(output, game.now()), awardOutcomes(call, output))
    } catch (reason) {
      const refusal = asRefusal(reason)
      const unexplained = refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE'
      return finish(koAnswer(refusal, game.now()), refusedAward(call, refusal.code), unexplained ? reason : null)
    }
  }
}
