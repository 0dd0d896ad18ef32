import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { Logger } from 'pino'
import { CALL_NAMES, type CallName, type CallOutput, definitionOf } from '#contract/calls'
import { type Code, REFUSED_FOR_GOOD } from '#contract/codes'
import { LIVE_PATH, RANKING_SCREEN } from '#contract/live'
import { API_PATH, PROTOCOL_HEADER, WAITING_HEADER } from '#contract/protocol'
import { createBoothDevices } from '../booth-devices'
import type { Caller, SessionPort } from '../call-context'
import { isUnavailable } from '../db/errors'
import { isRenewalDue, type LiveSession, renewSession } from '../db/queries/sessions'
import { prepare } from '../dispatch'
import type { Game } from '../game'
import { addressKey, count, createLimits, type Limits, refuseIf, tooManyRequests } from '../limits'
import { createHub } from '../live/hub'
import type { StreamClient } from '../live/stream'
import { createPushService } from '../push/push-service'
import type { PreparedOutput } from '../readings/prepared'
import { createReadings } from '../readings/readings'
import { createAdmission } from '../readings/sessions'
import { TransportRefusal } from '../refusal'
import { asRefusal, hijack, okText, sendKo, sendOk, statusOf } from './answers'
import { createCallLog, createPseudonyms, logFailure, readFingerprint } from './log'
import type { Metrics } from './metrics'
import { type FormFields, readCall } from './read-call'
import {
  addressOf,
  assertOrigin,
  readRequestToken,
  readSessionToken,
  sessionCookie,
  signInRequestCookie,
} from './security'

/**
 * Maximum size of a body (bytes). An organiser's body may be larger, because it may contain an
 * event.
 */
const BODY_MAX = 32 * 1024
const ORGANISER_BODY_MAX = 1024 * 1024
const FORM = 'application/x-www-form-urlencoded'
const USER_AGENT_MAX = 300
/** Time after which a browser that got no stream from a full server asks again (s). */
const FULL_RETRY_S = 30
const STREAM_CACHE_CONTROL = 'no-store, no-transform'
const STREAM_HEADERS = {
  'cache-control': STREAM_CACHE_CONTROL,
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
}
/**
 * Delay of a TOO_MANY_REQUESTS answer (ms). Otherwise a client that retries at once would get
 * thousands of answers a second and use much of the CPU.
 */
const REFUSED_AFTER_MS = 100

/** An API request, with the data known so far. */
interface ApiCall {
  readonly startedAt: number
  readonly query: FormFields
  name: CallName | 'live' | null
  /** The session that came with it; null if there is none, and before it is read. */
  session: LiveSession | null
  /**
   * The key of the address for which the request is counted unless it turns out to be a valid call;
   * null if it has a session or is valid.
   */
  unprovenAt: string | null
  /** Set-Cookie values to send, one of each kind. */
  readonly cookies: Map<'session' | 'request', string>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null for requests outside the API. */
    call: ApiCall | null
  }
}

/**
 * Whether a call sends awards. No rate limit of accounts applies to a booth's awards, because a
 * booth that sends its outbox must not be slowed down; only the database's back-pressure limits
 * them.
 */
function isAward({ name, query: { action, option } }: ApiCall): boolean {
  return (
    name !== 'live' && action === 'vendor' && (option === 'award_points' || option === 'award_many')
  )
}

const isFinal = (code: string) => REFUSED_FOR_GOOD.some((one) => one === code)

/** Counts the awards that an answer removes from the sender's outbox. */
function decidedIn(call: ApiCall['name'], output: CallOutput<CallName> | PreparedOutput): number {
  if (call !== 'awardMany') return call === 'awardPoints' ? 1 : 0
  // The call's name determines the type of the output.
  const { results } = output as CallOutput<'awardMany'>
  return results.filter((result) => result.status === 'OK' || isFinal(result.code)).length
}

/** Whether a scan has just collected a bonus. */
function hasCollected(
  call: ApiCall['name'],
  output: CallOutput<CallName> | PreparedOutput,
): boolean {
  if (call !== 'scan') return false
  const { nfc } = output as CallOutput<'scan'>
  return nfc.award !== null && !nfc.already_collected
}

/** Counts the awards that a refused call decided. A batch that failed as a whole decided none. */
const refusedIn = (call: ApiCall['name'], code: Code) =>
  Number(call === 'awardPoints' && isFinal(code))

/** Actions whose calls without a session are counted in a bucket of their own. */
const OWN_BUCKETS: ReadonlySet<unknown> = new Set(
  CALL_NAMES.map(definitionOf).flatMap(({ action, bucket }) =>
    bucket === undefined ? [] : [action],
  ),
)

function hasOwnBucket({ name, query }: ApiCall): boolean {
  return name === 'live' ? query.screen === RANKING_SCREEN : OWN_BUCKETS.has(query.action)
}

/**
 * Buckets that count calls by address even if they have a session, so that an account cannot send
 * SMS or try codes endlessly.
 */
const ALWAYS_BY_ADDRESS: ReadonlySet<keyof Limits> = new Set(['register', 'requestCode', 'signIn'])

function bodyLimitOf({ session, query }: ApiCall): number {
  return session?.organiser === true && query.action === 'organiser' ? ORGANISER_BODY_MAX : BODY_MAX
}

/**
 * Passes a body on up to a limit, for bodies without a content-length. Throws TOO_LARGE beyond it.
 */
async function* atMost(limit: number, body: AsyncIterable<Buffer>) {
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > limit) throw new TransportRefusal('TOO_LARGE')
    yield part
  }
}

/** Builds the caller; null without a session. An organiser never has a booth. */
function callerOf(session: LiveSession | null): Caller | null {
  if (session === null) return null
  const { userId, vendorId, organiser } = session
  return { userId, vendorId: organiser ? null : vendorId, organiser }
}

/**
 * Whether the sender disconnected before the whole call arrived, so that nobody receives a
 * response.
 */
function hasDisconnected({ raw }: FastifyRequest, error: unknown): boolean {
  return (
    raw.readableAborted && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  )
}

export interface ApiSettings {
  /**
   * The key of accounts' pseudonyms in the log. If it is missing, each process makes a random one.
   */
  readonly logKey?: string
  /** Lets tests play a push service on this machine. */
  readonly pushToLoopback?: boolean
  /** The clock of the limits of calls and notifications (ms), for tests with fake time. */
  readonly clock?: () => number
  /** For tests of the limits themselves. */
  readonly limits?: Limits
}

/**
 * Creates the API. Each call is checked for rate limits, then its origin, then its form, then the
 * rules.
 */
export function createApi(game: Game, log: Logger, metrics: Metrics, settings: ApiSettings) {
  const { clock, pushToLoopback: loopback = false, limits = createLimits(clock) } = settings
  const secure = game.publicUrl.protocol === 'https:'
  const pseudonymOf = createPseudonyms(settings.logKey)
  const readings = createReadings(game)
  const devices = createBoothDevices(game.db, game.now)
  const hub = createHub({ ...game, ledgerId: readings.ledgerId }, (owner) =>
    devices.recordContact(owner),
  )
  const push = createPushService(game, { isWatching: hub.isWatching, loopback, clock })
  const admit = createAdmission(game, limits, readings.sessions)
  const callLog = createCallLog(log)
  metrics.ofStreams(hub.size)

  function begin(request: FastifyRequest, name: 'live' | null): ApiCall {
    const query = request.query as FormFields
    const call: ApiCall = {
      startedAt: performance.now(),
      query,
      name,
      session: null,
      unprovenAt: null,
      cookies: new Map(),
    }
    request.call = call
    return call
  }

  /** Sets a decided call's cookies, logs it and counts it. */
  function settle(call: ApiCall, reply: FastifyReply, code: Code | 'OK', decided: number): void {
    const { name, query, session } = call
    const { statusCode: status } = reply
    if (call.cookies.size > 0) reply.header('set-cookie', [...call.cookies.values()])
    devices.recordDecided(session, decided)
    const ms = Math.round(performance.now() - call.startedAt)
    const who = session === null ? null : pseudonymOf(session.userId)
    const line = { fingerprint: readFingerprint(query), who, call: name, code, status, ms }
    callLog.call(line)
    metrics.call(line)
  }

  /** Finds the session within the rate limits, before the body is read. */
  async function admitCall(request: FastifyRequest): Promise<void> {
    const call = begin(request, request.routeOptions.url === LIVE_PATH ? 'live' : null)
    await game.db.commits.catchUp()
    const session = await admit(readSessionToken(request), { address: addressOf(request) })
    call.session = session
    if (session !== null && (session.vendorId === null || !isAward(call)))
      count(limits.account, session.userId)
    devices.recordContact(session, request.headers[WAITING_HEADER])
    if (session === null) {
      // Read the address now, because a closed socket has none.
      const key = addressKey(addressOf(request))
      if (!hasOwnBucket(call)) refuseIf(limits.address.wait(key))
      call.unprovenAt = key
    }
    assertOrigin(request, game.publicUrl)
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitOf(call))
      throw new TransportRefusal('TOO_LARGE')
  }

  const boundBody: preParsingHookHandler = ({ call, headers }, _reply, body, done) => {
    if (call === null || headers['content-length'] !== undefined) done(null, body)
    else done(null, Readable.from(atMost(bodyLimitOf(call), body)))
  }

  /**
   * Renews a session, and returns whether it did. Does not throw while the database cannot be
   * written, because reading must still work then; the next call tries again.
   */
  async function tryRenewal(tokenHash: string): Promise<boolean> {
    try {
      await game.db.write({ kind: 'accounts' }, async (db, notify) => {
        // Nobody is notified, because no screen shows renewals.
        notify('nobody')
        await renewSession(db, tokenHash, game.now())
      })
      return true
    } catch (reason) {
      if (isUnavailable(reason)) return false
      throw reason
    }
  }

  function sessionPort(request: FastifyRequest, { cookies }: ApiCall): SessionPort {
    const setCookie = (value: string | null) =>
      void cookies.set('session', sessionCookie(value, secure))
    return {
      token: readSessionToken(request),
      get address() {
        return addressOf(request)
      },
      get addressKey() {
        return addressKey(addressOf(request))
      },
      requestToken: readRequestToken(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
      issue: setCookie,
      issueRequest: (value) => void cookies.set('request', signInRequestCookie(value, secure)),
      clear: () => setCookie(null),
    }
  }

  async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = request.call ?? begin(request, null)
    const { session } = call
    const caller = callerOf(session)
    const form = typeof request.body === 'string' ? request.body : ''
    const { name, fields } = readCall(call.query, form, request.headers[PROTOCOL_HEADER])
    call.name = name
    const run = prepare(name, fields, caller)
    call.unprovenAt = null
    const bucket = definitionOf(name).bucket ?? 'address'
    if (caller === null || ALWAYS_BY_ADDRESS.has(bucket))
      count(limits[bucket], addressKey(addressOf(request)))
    const port = sessionPort(request, call)
    const isDue = session !== null && isRenewalDue(session, game.expiryNow())
    if (isDue && port.token !== null && (await tryRenewal(session.tokenHash)))
      port.issue(port.token)
    const output = await run({ game, readings, limits, push, devices, session: port })
    settle(call, reply, 'OK', decidedIn(name, output))
    if (hasCollected(name, output)) metrics.bonus()
    return await sendOk(request, reply, okText(output, game.now()))
  }

  /** Identifies the stream's receiver; null without a session, except for the public ranking. */
  function clientOf(request: FastifyRequest, { session, query }: ApiCall): StreamClient | null {
    if (session !== null)
      return { kind: 'account', tokenHash: session.tokenHash, userId: session.userId }
    const key = addressKey(addressOf(request))
    const isPublic = query.screen === RANKING_SCREEN
    count(isPublic ? limits.stream : limits.address, key)
    return isPublic ? { kind: 'public', addressKey: key } : null
  }

  /** Opens the live stream (contract/live.ts), or answers 204, after which browsers stop asking. */
  async function openLive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = request.call ?? begin(request, 'live')
    if (readFingerprint(call.query) === null) throw new TransportRefusal('MALFORMED')
    call.unprovenAt = null
    const client = clientOf(request, call)
    if (client === null) reply.code(204).header('cache-control', STREAM_CACHE_CONTROL).send()
    else {
      if (!hub.hasRoomFor(client)) throw new TransportRefusal('UNAVAILABLE', FULL_RETRY_S)
      const raw = hijack(reply.headers(STREAM_HEADERS))
      raw.flushHeaders()
      // The client may have disconnected meanwhile.
      if (!raw.destroyed) hub.open(client, raw)
    }
    settle(call, reply, 'OK', 0)
    return reply
  }

  /** Returns the handler that refuses requests with other methods, and counts and logs them. */
  function refuseMethod(allowed: 'GET' | 'POST') {
    return (request: FastifyRequest, reply: FastifyReply): never => {
      begin(request, null)
      count(limits.address, addressKey(addressOf(request)))
      reply.header('allow', allowed)
      throw new TransportRefusal('METHOD_NOT_ALLOWED')
    }
  }

  /**
   * Counts an invalid call without a session in its address's general bucket, because calls that
   * only look like registrations must not use up the address's registrations. Returns the reason to
   * answer.
   */
  function countUnproven(call: ApiCall, reason: unknown): unknown {
    const waitMs = call.unprovenAt === null ? 0 : limits.address.take(call.unprovenAt)
    return waitMs > 0 ? tooManyRequests(waitMs) : reason
  }

  return {
    routes(app: FastifyInstance): void {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.post(
        API_PATH,
        { onRequest: admitCall, preParsing: boundBody, bodyLimit: ORGANISER_BODY_MAX },
        answerCall,
      )
      app.get(LIVE_PATH, { exposeHeadRoute: false, onRequest: admitCall }, openLive)
      for (const [url, allowed] of [[API_PATH, 'POST'] as const, [LIVE_PATH, 'GET'] as const]) {
        const others = app.supportedMethods.filter((method) => method !== allowed)
        app.route({ method: others, url, exposeHeadRoute: false, handler: refuseMethod(allowed) })
      }
    },
    /** Answers failed and refused requests, also outside the API. */
    async answerError(
      this: void,
      error: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const { call } = request
      const reason = call === null ? error : countUnproven(call, error)
      if (call !== null && hasDisconnected(request, error)) {
        callLog.disconnected()
        return reply.hijack()
      }
      const refusal = asRefusal(reason)
      if (refusal !== reason && (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE'))
        logFailure(log, reason)
      if (call !== null) {
        if (refusal.code === 'TOO_MANY_REQUESTS') await sleep(REFUSED_AFTER_MS)
        settle(
          call,
          reply.code(statusOf(refusal)),
          refusal.code,
          refusedIn(call.name, refusal.code),
        )
      }
      return sendKo(reply, refusal, game.now())
    },
    /** Ends the streams and sends no more notifications, so that the server can close. */
    stop(): void {
      hub.close()
      push.close()
    },
    /** Writes the log's pending counts. */
    flushLog: () => callLog.flush(),
  }
}
