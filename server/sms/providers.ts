import { closeSync, openSync, readFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure, makeFolder } from '../failure'
import { parseRetryAfter } from '../time'
import { wordsOf } from './provider-words'
import { errorKind, type NumberedSms, SmsNotSent, type SmsSender } from './sms'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether keys and codes may be sent to a URL: encrypted, or on this machine. */
function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Builds the URL of `host`, with http on this machine; null if invalid. */
export function providerBase(host: string): URL | null {
  if (!URL.canParse(`https://${host}`)) return null
  const url = new URL(`https://${host}`)
  return LOOPBACK.test(url.hostname) ? new URL(`http://${host}`) : url
}

/** Errors before a request is written: no connection, no such host, no trusted certificate. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/

const HTTP_TOO_MANY_REQUESTS = 429
const HTTP_UNAVAILABLE = 503
const REFUSES_THE_ACCOUNT: ReadonlySet<number> = new Set([401, 402, 403, 404, 405])

interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Formats the status and the provider's words for operators. */
function inWords({ status, text }: ProviderAnswer, verdict = ''): string {
  const said = wordsOf(text)
  return `HTTP ${status}${verdict}${said === '' ? '' : `: ${said}`}`
}

/** Classifies an answer other than 2xx. */
function notSent(answer: ProviderAnswer): SmsNotSent {
  const { status, headers } = answer
  const why = inWords(answer)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  const asksToWait =
    status === HTTP_TOO_MANY_REQUESTS || (status === HTTP_UNAVAILABLE && retryAfterMs !== null)
  if (asksToWait) return new SmsNotSent('try later', why, retryAfterMs)
  if (REFUSES_THE_ACCOUNT.has(status) || (status >= 300 && status < 400))
    return new SmsNotSent('account refused', why)
  // An invalid request sent nothing. After the provider's own error nobody knows.
  return new SmsNotSent(status < 500 ? 'refused' : 'unknown', why)
}

/**
 * Makes one request to a provider. Throws `SmsNotSent` for any answer but 2xx, and without one: `not reached` only if the
 * request certainly did not arrive, `unknown` otherwise.
 */
async function exchange(url: URL, init: RequestInit, timeoutMs: number): Promise<ProviderAnswer> {
  let response: Response
  let text: string
  try {
    // A redirect would send the key to another host.
    response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (reason) {
    // `fetch` wraps the system's error as its cause.
    const code = errorKind(reason instanceof Error ? (reason.cause ?? reason) : reason)
    throw new SmsNotSent(BEFORE_SENDING.test(code) ? 'not reached' : 'unknown', code)
  }
  const answer = { status: response.status, headers: response.headers, text }
  if (!response.ok) throw notSent(answer)
  return answer
}

export interface RetryPolicy {
  /** Timeout of one attempt (ms). */
  readonly attemptMs: number
  /** Timeout of all attempts together (ms). */
  readonly totalMs: number
  /** Pauses before further attempts, unless the provider names one (ms). */
  readonly pausesMs: readonly number[]
}

/** The page waits 15 s for an answer. */
const RETRIES: RetryPolicy = { attemptMs: 8_000, totalMs: 12_000, pausesMs: [300, 1_500] }

const RETRIED: ReadonlySet<unknown> = new Set(['not reached', 'try later'])

/** Retries attempts that certainly sent nothing. Throws the last error. */
function withRetries(
  attempt: (sms: NumberedSms, timeoutMs: number) => Promise<void>,
  { attemptMs, totalMs, pausesMs }: RetryPolicy,
): SmsSender {
  return {
    async send(sms) {
      const end = performance.now() + totalMs
      for (const pauseMs of [...pausesMs, null]) {
        try {
          return await attempt(sms, Math.max(1, Math.min(attemptMs, end - performance.now())))
        } catch (reason) {
          if (pauseMs === null || !(reason instanceof SmsNotSent) || !RETRIED.has(reason.failure))
            throw reason
          const waitMs = reason.retryAfterMs ?? pauseMs
          if (performance.now() + waitMs >= end) throw reason
          await delay(waitMs)
        }
      }
    },
  }
}

const templateFile = v.strictObject({
  url: v.string(),
  method: v.optional(v.picklist(['POST', 'PUT', 'GET']), 'POST'),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  /** A text, or JSON with placeholders in its texts. */
  body: v.optional(v.union([v.string(), v.record(v.string(), v.unknown()), v.array(v.unknown())])),
  /**
   * Texts that the answer must, or must not, contain: some providers answer 200 without sending.
   */
  success: v.optional(v.pipe(v.string(), v.nonEmpty())),
  failure: v.optional(v.pipe(v.string(), v.nonEmpty())),
})
type Template = v.InferOutput<typeof templateFile>

type Encode = (value: string) => string

const ENCODINGS: readonly (readonly [type: RegExp, encode: Encode])[] = [
  [/^application\/(.*\+)?json\b/, (value) => JSON.stringify(value).slice(1, -1)],
  [/^application\/x-www-form-urlencoded\b/, encodeURIComponent],
  [
    /^(application|text)\/(.*\+)?xml\b/,
    (value) => value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ],
]

function fill(template: string, sms: NumberedSms, encode: Encode): string {
  const values: Readonly<Record<string, string>> = {
    to: sms.to,
    to_digits: sms.to.replace('+', ''),
    text: sms.text,
    id: sms.id,
  }
  return template.replaceAll(/\{(to|to_digits|text|id)\}/g, (_, name: string) =>
    encode(values[name] ?? ''),
  )
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Returns the body and the encoding of its placeholders; null if there is none. */
function contentOf({
  headers,
  body,
}: Template): { type: string; text: string; encode: Encode } | null {
  if (body === undefined) return null
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = given ?? (typeof body === 'string' && !/^\s*[[{]/.test(body) ? FORM : JSON_TYPE)
  const found = ENCODINGS.find(([pattern]) => pattern.test(type.trim().toLowerCase()))?.[1]
  return { type, text, encode: found ?? ((value) => value) }
}

const SAMPLE: NumberedSms = { to: '+385911234567', text: 'Prvi red\n"drugi" & <treći>', id: 'a-1' }

/** Returns why a template cannot work; null if it can. */
function faultOf(template: Template): string | null {
  const address = fill(template.url, SAMPLE, encodeURIComponent)
  if (!URL.canParse(address) || !isHttpsOrLoopback(new URL(address))) {
    return 'its "url" must be an https address; http only on this machine'
  }
  const texts = [
    template.url,
    typeof template.body === 'string' ? template.body : JSON.stringify(template.body ?? ''),
  ]
  for (const placeholder of ['text', 'to']) {
    const isUsed = texts.some(
      (text) => text.includes(`{${placeholder}}`) || text.includes(`{${placeholder}_digits}`),
    )
    if (!isUsed) return `neither its "url" nor its "body" has {${placeholder}}`
  }
  if (template.method === 'GET' && template.body !== undefined) return 'a GET has no "body"'
  if (Object.values(template.headers).some((value) => value.includes('{text}')))
    return 'a header cannot hold {text}'
  const content = contentOf(template)
  if (content !== null && /\bjson\b/.test(content.type)) {
    try {
      JSON.parse(fill(content.text, SAMPLE, content.encode))
    } catch {
      return 'its "body" is no JSON once the placeholders are filled in; they belong between quotation marks'
    }
  }
  return null
}

/** Reads a template. Throws `Failure` without quoting the file, which may hold a key. */
function readTemplate(path: string): Template {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (reason) {
    const why = reason instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
    throw new Failure(`SMS_URL names a template that ${why}: ${path}.`)
  }
  const parsed = v.safeParse(templateFile, json)
  if (!parsed.success) {
    throw new Failure(
      `The SMS template ${path} must be {"url", "method", "headers", "body", "success", "failure"}, with texts as values.`,
    )
  }
  const fault = faultOf(parsed.output)
  if (fault !== null) throw new Failure(`The SMS template ${path} does not work: ${fault}.`)
  return parsed.output
}

/**
 * Sends each SMS by one HTTP request. `check` throws `SmsNotSent` unless a 2xx answer says that the
 * SMS was accepted.
 */
function httpSms(
  template: Template,
  check: (answer: ProviderAnswer) => void,
  retries: RetryPolicy,
): SmsSender {
  const content = contentOf(template)

  async function attempt(sms: NumberedSms, timeoutMs: number): Promise<void> {
    const headers = new Headers(
      Object.entries(template.headers).map(([name, value]) => [
        name,
        fill(value, sms, (text) => text),
      ]),
    )
    if (content !== null) headers.set('content-type', content.type)
    const body = content === null ? {} : { body: fill(content.text, sms, content.encode) }
    const url = new URL(fill(template.url, sms, encodeURIComponent))
    check(await exchange(url, { method: template.method, headers, ...body }, timeoutMs))
  }

  return withRetries(attempt, retries)
}

/**
 * `http+template:`: any provider with one HTTP request per SMS. Counts as sent if the status is 2xx
 * and the answer meets the template's conditions. Throws `Failure` if the template is unusable.
 */
export function templateSms(path: string, retries: RetryPolicy = RETRIES): SmsSender {
  const template = readTemplate(path)
  const { success, failure } = template
  function check(answer: ProviderAnswer): void {
    const { text } = answer
    const refused = (verdict: string) => new SmsNotSent('refused', inWords(answer, verdict))
    if (failure !== undefined && text.includes(failure)) throw refused(' with "failure"')
    if (success !== undefined && !text.includes(success)) throw refused(' without "success"')
  }
  return httpSms(template, check, retries)
}

/** `console:`: prints SMS to the terminal; `print` returns whether it succeeded. */
export function consoleSms(print: (text: string) => boolean): SmsSender {
  return {
    async send({ to, text }) {
      const isPrinted = print(`\nSMS ${to}\n${text.replaceAll(/^/gm, '  ')}\n\n`)
      if (!isPrinted) throw new SmsNotSent('not reached', 'the terminal takes no more lines')
    },
  }
}

/** Checks at start, instead of failing at the first registration. */
function assertWritable(path: string): void {
  try {
    makeFolder(dirname(path))
    // The file holds numbers, codes and links.
    closeSync(openSync(path, 'a', 0o600))
  } catch {
    throw new Failure(`SMS_URL names a file that cannot be written: ${path}.`)
  }
}

/** `file:`: one JSON line per SMS, for rehearsals and tests. Throws `Failure` if the file cannot be written. */
export function fileSms(path: string, now: () => number): SmsSender {
  assertWritable(path)
  return {
    async send({ to, text }) {
      await appendFile(path, `${JSON.stringify({ to, text, at: new Date(now()).toISOString() })}\n`)
    },
  }
}

interface InfobipAccount {
  /** Base URL of the account's API. */
  readonly base: URL
  readonly key: string
  /** Sender name or number. */
  readonly sender: string
}

const infobipStatus = v.object({ groupName: v.string(), name: v.string() })
const infobipAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ messages: v.tuple([v.object({ status: infobipStatus })]) }),
)

const ACCEPTED: ReadonlySet<string> = new Set(['ACCEPTED', 'PENDING', 'DELIVERED'])
/**
 * Rejections that affect all our SMS, such as REJECTED_NOT_ENOUGH_CREDITS; others concern one
 * number.
 */
const CONCERNS_ACCOUNT = /CREDIT|SENDER|SOURCE|ACCOUNT|SYSTEM_ERROR/

function checkInfobip({ status, text }: ProviderAnswer): void {
  const parsed = v.safeParse(infobipAnswer, text)
  // Not Infobip's format, so nobody knows what happened.
  if (!parsed.success) throw new SmsNotSent('unknown', `HTTP ${status} without a status`)
  const { groupName, name } = parsed.output.messages[0].status
  if (ACCEPTED.has(groupName)) return
  const why = /^\w{1,60}$/.test(name) ? name : 'a status without a name'
  throw new SmsNotSent(CONCERNS_ACCOUNT.test(name) ? 'account refused' : 'refused', why)
}

/**
 * Infobip's SMS API, version 3 (https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages).
 * Sends as a template does, with a check of its own: the texts `success` and `failure` cannot tell
 * a refused number from a refused account or an answer that is not Infobip's (faults 81 and 91).
 */
export function infobipSms(
  { base, key, sender }: InfobipAccount,
  retries: RetryPolicy = RETRIES,
): SmsSender {
  const message = {
    sender,
    destinations: [{ to: '{to_digits}', messageId: '{id}' }],
    content: { text: '{text}' },
  }
  const request: Template = {
    url: new URL('/sms/3/messages', base).href,
    method: 'POST',
    body: { messages: [message] },
    headers: { authorization: `App ${key}`, accept: 'application/json' },
  }
  return httpSms(request, checkInfobip, retries)
}

/** How SMS are sent: the parsed `SMS_URL`. */
export type SmsRoute =
  | { readonly kind: 'console' }
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'infobip' } & InfobipAccount)
  | { readonly kind: 'template'; readonly path: string }

/** Whether SMS cost money, so that a budget stops them. */
export function costsMoney({ kind }: SmsRoute): boolean {
  return kind === 'infobip' || kind === 'template'
}

/** Throws `Failure` if the route cannot be used. */
export function openSms(
  route: SmsRoute,
  now: () => number,
  print: (text: string) => boolean,
): SmsSender {
  switch (route.kind) {
    case 'console':
      return consoleSms(print)
    case 'file':
      return fileSms(route.path, now)
    case 'infobip':
      return infobipSms(route)
    case 'template':
      return templateSms(route.path)
  }
}
