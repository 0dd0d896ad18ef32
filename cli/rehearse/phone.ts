import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type ParsedAnswer, parseAnswer } from '#contract/answer'
import type { Call, Input, Output } from '#contract/call'
import { TRANSPORT_STATUS } from '#contract/codes'
import { API_PATH, PROTOCOL_HEADER, PROTOCOL_VERSION, SESSION_COOKIE, WAITING_HEADER } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import { ApiError } from '../../src/api/errors'
import type { Meter } from './meter'
import { openStream, type StreamListener } from './stream'

/** As long as the app waits. */
const TIMEOUT_MS = 15_000
const HTTP_OK = 200

export type Reply<C extends Call> =
  | { readonly is: 'ok'; readonly output: Output<C> }
  | { readonly is: 'refused'; readonly error: ApiError }
  /** No answer of this API, or one that was lost on purpose. */
  | { readonly is: 'silence' }

/** How an answer gets lost: the server's work is done, or the connection breaks while it may be under way. */
export type Loss = 'answer' | 'connection'

export interface CallOptions {
  /** Codes that the rehearsal provokes. */
  readonly expected?: readonly string[]
  readonly lose?: Loss | null
  /** A booth's phone says how many awards wait on it. */
  readonly waiting?: number
}

/** One device with its cookie. */
export interface Phone {
  call<C extends Call>(definition: C, input: Input<C>, options?: CallOptions): Promise<Reply<C>>
  /** Opens its live stream, until the line is closed. */
  listen(listener: Pick<StreamListener, 'opened' | 'changed'>): void
}

/** The way from all phones to the server. */
export interface Line {
  phone(session: string | null): Phone
  /** How far the server's clock is ahead of this computer's (ms), by the quickest answer so far. */
  clockAheadMs(): number
  close(): void
}

interface Answered {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** With these nothing was done, and the same call may be made again. */
export const TRY_AGAIN: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS'])
const TRANSPORT: Readonly<Record<string, number>> = TRANSPORT_STATUS

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The HTTP status that belongs to an answer. */
function statusOf(answer: Exclude<ParsedAnswer<Call>, { status: 'unreadable' }>): number {
  return answer.status === 'OK' ? HTTP_OK : (TRANSPORT[answer.ko.code] ?? HTTP_OK)
}

function readCookie(headers: IncomingMessage['headers']): string | null {
  const found = headers['set-cookie']?.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  return found === undefined ? null : (found.slice(SESSION_COOKIE.length + 1).split(';')[0] ?? null)
}

export function openLine(server: URL, meter: Meter): Line {
  const secure = server.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const send = secure ? httpsRequest : httpRequest
  const streams: (() => void)[] = []
  const clock = { aheadMs: 0, quickestMs: Number.POSITIVE_INFINITY }

  function compareClocks(serverTime: number, tookMs: number): void {
    if (tookMs >= clock.quickestMs) return
    clock.quickestMs = tookMs
    clock.aheadMs = serverTime - (Date.now() - tookMs / 2)
  }

  function post(path: string, headers: Record<string, string>, body: string, lose: Loss | null): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const call = send(new URL(path, server), { method: 'POST', agent, headers, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        )
        response.on('error', reject)
      })
      call.on('timeout', () => call.destroy(new Error('no answer in time')))
      call.on('error', reject)
      if (lose === 'connection') call.on('finish', () => setImmediate(() => call.destroy(new Error('lost on purpose'))))
      call.end(body)
    })
  }

  /** The answer as it came; null where none of this API did, or it was lost on purpose. */
  async function exchange<C extends Call>(definition: C, input: Input<C>, cookie: string | null, options: CallOptions) {
    const { lose = null, waiting } = options
    const { query, body } = encodeCall(definition, input)
    const search = new URLSearchParams([['fingerprint', randomUUID()], ...query])
    const path = `${API_PATH}?${search.toString()}`
    const form = new URLSearchParams(body).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(form)),
      'user-agent': 'GeekQuest rehearsal',
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      ...(cookie === null ? {} : { cookie: `${SESSION_COOKIE}=${cookie}` }),
      ...(waiting === undefined ? {} : { [WAITING_HEADER]: String(waiting) }),
    }
    meter.counts.sent++
    const from = performance.now()
    const answered = await post(path, headers, form, lose).catch((reason: unknown) => String(reason))
    if (lose !== null) return null
    if (typeof answered === 'string') {
      meter.tryAgain(definition, answered)
      return null
    }
    const answer = parseAnswer(definition, parseJson(answered.body))
    if (answer.status === 'unreadable' || answered.status !== statusOf(answer)) {
      meter.unexpected.add(definition, `HTTP ${answered.status} that is no answer of the API`)
      return null
    }
    const tookMs = performance.now() - from
    meter.answered(definition, tookMs)
    compareClocks(Date.parse(answer.serverTime), tookMs)
    return { answer, headers: answered.headers, status: answered.status }
  }

  return {
    phone(session) {
      let cookie = session
      return {
        async call(definition, input, options = {}) {
          const exchanged = await exchange(definition, input, cookie, options)
          if (exchanged === null) return { is: 'silence' }
          const { answer, headers, status } = exchanged
          if (answer.status === 'OK') {
            cookie = readCookie(headers) ?? cookie
            return { is: 'ok', output: answer.output }
          }
          const { code } = answer.ko
          if (TRY_AGAIN.has(code)) meter.tryAgain(definition, code)
          else if (options.expected?.includes(code) !== true) meter.unexpected.add(definition, code)
          const retryAfterMs = Number(headers['retry-after'] ?? 0) * 1000
          return { is: 'refused', error: new ApiError(answer.ko, { status, retryAfterMs }) }
        },
        listen({ opened, changed }) {
          if (cookie === null) return
          const { counts } = meter
          const close = openStream(server, cookie, {
            opened() {
              counts.streams++
              opened()
            },
            changed,
            ended(hadOpened) {
              if (hadOpened) counts.broken++
            },
          })
          streams.push(close)
        },
      }
    },
    clockAheadMs: () => clock.aheadMs,
    close() {
      for (const end of streams) end()
      agent.destroy()
    },
  }
}
