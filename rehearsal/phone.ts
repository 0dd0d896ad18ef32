import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { parseAnswer } from '#contract/answer'
import type { Call, Input, Output } from '#contract/call'
import { TRANSPORT_STATUS } from '#contract/codes'
import { LIVE_PATH, liveEvents } from '#contract/live'
import { API_PATH, SESSION_COOKIE, WAITING_HEADER } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import type { Meter } from './meter'

/** The same timeout as that of the app's calls (ms). */
const TIMEOUT_MS = 15_000
/**
 * Codes which say that the server did nothing. The phone repeats the call, as people do after such
 * a message.
 */
const TRY_AGAIN: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS'])
const [TRIES, WAIT_MS] = [5, 1_000]
const statusOf: Readonly<Record<string, number>> = TRANSPORT_STATUS
const SET_SESSION = new RegExp(`^${SESSION_COOKIE}=([^;]*)`, 'm')
const jsonText = v.pipe(v.string(), v.parseJson())

export type Reply<C extends Call> =
  | { readonly kind: 'ok'; readonly output: Output<C>; readonly serverTime: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** No answer from this API, or an answer dropped on purpose. */
  | { readonly kind: 'silence' }

export interface CallOptions {
  /** Codes provoked on purpose. */
  readonly expected?: readonly string[]
  /** Drop the answer after the server has done the work. */
  readonly isLost?: boolean
  /** Number of awards waiting on a booth's phone. */
  readonly waiting?: number
}

/** Called when a live stream opens, and for news of the phone's own team. */
type StreamCallbacks = Readonly<Partial<Record<'onOpen' | 'onTeam', () => void>>>

function sessionAfter(headers: http.IncomingHttpHeaders, before: string | null): string | null {
  return SET_SESSION.exec(headers['set-cookie']?.join('\n') ?? '')?.[1] ?? before
}

/** Yields the complete events of a stream. */
async function* readEvents(response: http.IncomingMessage) {
  let rest = ''
  for await (const part of response.setEncoding('utf8')) {
    const events = (rest + part).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events)
      yield /^event: (?<name>hello|changed)\ndata: (?<data>.*)$/m.exec(event)?.groups ?? {}
  }
}

/** Creates a rehearsal's phones, whose requests alternate between the servers of the database. */
export function createPhones(servers: readonly [URL, ...URL[]], meter: Meter) {
  const client = servers[0].protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true })
  const closed = new AbortController()
  setMaxListeners(0, closed.signal)
  let turn = 0

  /**
   * Sends a request by node:http: fetch takes four times the CPU, which the server needs if it runs
   * on the same computer.
   */
  function request(
    path: string,
    query: readonly [string, string][],
    options: https.RequestOptions,
    session: string | null,
    body?: string,
  ) {
    const url = new URL(path, servers[turn++ % servers.length])
    url.search = new URLSearchParams([['fingerprint', randomUUID()], ...query]).toString()
    const cookie = session === null ? '' : `${SESSION_COOKIE}=${session}`
    const headers = { ...options.headers, cookie, 'user-agent': 'GeekQuest rehearsal' }
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const call = client.request(url, { ...options, headers }, resolve)
      call.on('timeout', () => call.destroy(new Error('no answer in time')))
      call.on('error', reject)
      call.end(body)
    })
  }

  async function readStream(session: string, on: StreamCallbacks): Promise<void> {
    // Use a separate connection, because a stream never releases it.
    const response = await request(LIVE_PATH, [], { agent: false, signal: closed.signal }, session)
    for await (const { name, data } of readEvents(response)) {
      if (name === 'hello') {
        meter.streams.add(on)
        on.onOpen?.()
      }
      if (name === 'changed' && v.parse(liveEvents.changed, data).of.includes('team')) on.onTeam?.()
    }
  }

  /** Makes a call and returns its answer. Throws if the answer is not from this API. */
  async function exchange<C extends Call>(
    definition: C,
    input: Input<C>,
    session: string | null,
    waiting?: number,
  ) {
    const { query, body } = encodeCall(definition, input)
    const form = new URLSearchParams(body).toString()
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
    }
    const headers = waiting === undefined ? type : { ...type, [WAITING_HEADER]: String(waiting) }
    meter.counts.sent++
    const from = performance.now()
    const response = await request(
      API_PATH,
      query,
      { method: 'POST', agent, timeout: TIMEOUT_MS, headers },
      session,
      form,
    )
    const answer = parseAnswer(definition, v.safeParse(jsonText, await text(response)).output)
    const code = answer.kind === 'refused' ? answer.ko.code : ''
    if (answer.kind === 'unreadable' || response.statusCode !== (statusOf[code] ?? 200)) {
      throw new Error(`HTTP ${response.statusCode} without an answer of this API`)
    }
    meter.answered(definition, performance.now() - from)
    return { answer, code, headers: response.headers }
  }

  /** Opens one phone, signed in by a session's token or not at all. */
  function open(session: string | null) {
    let cookie = session
    async function call<C extends Call>(
      what: C,
      input: Input<C>,
      options: CallOptions = {},
      tries = 1,
    ): Promise<Reply<C>> {
      const { isLost = false, expected = [], waiting } = options
      const countFailure = (reason: unknown) => meter.count('tryAgain', what, String(reason))
      const exchanged = await exchange(what, input, cookie, waiting).catch(countFailure)
      if (exchanged === undefined || isLost) return { kind: 'silence' }
      const { answer, code, headers } = exchanged
      if (answer.kind === 'ok') {
        cookie = sessionAfter(headers, cookie)
        return { kind: 'ok', output: answer.output, serverTime: Date.parse(answer.serverTime) }
      }
      if (TRY_AGAIN.has(code) && tries < TRIES) {
        meter.count('tryAgain', what, code)
        await sleep(Math.max(WAIT_MS, Number(headers['retry-after'] ?? 0) * 1000))
        return await call(what, input, options, tries + 1)
      }
      if (!expected.includes(code)) meter.count('unexpected', what, code)
      return { kind: 'refused', code }
    }
    /** Opens the phone's live stream. */
    function listen(on: StreamCallbacks): void {
      const end = () => void meter.streams.delete(on)
      readStream(cookie ?? '', on).then(end, end)
    }
    return { call, listen }
  }

  return {
    open,
    close(): void {
      closed.abort()
      agent.destroy()
    },
  }
}
export type Phones = ReturnType<typeof createPhones>
export type Phone = ReturnType<Phones['open']>
