import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { Failure } from '../failure'
import { exchange, isHttpsOrLoopback, PATIENCE, type Patience, sendPatiently } from './exchange'
import { type NumberedSms, SmsNotSent, type SmsSender } from './sms'

const templateFile = v.strictObject({
  url: v.string(),
  method: v.optional(v.picklist(['POST', 'PUT', 'GET']), 'POST'),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  /** A text, or JSON whose texts have placeholders. */
  body: v.optional(v.union([v.string(), v.record(v.string(), v.unknown()), v.array(v.unknown())])),
  /** Texts that the answer must contain, and must not: some providers answer 200 to what they do not send. */
  success: v.optional(v.pipe(v.string(), v.nonEmpty())),
  failure: v.optional(v.pipe(v.string(), v.nonEmpty())),
})
type Template = v.InferOutput<typeof templateFile>

type Escape = (value: string) => string

const ESCAPES: readonly (readonly [type: RegExp, escape: Escape])[] = [
  [/^application\/(.*\+)?json\b/, (value) => JSON.stringify(value).slice(1, -1)],
  [/^application\/x-www-form-urlencoded\b/, encodeURIComponent],
  [/^(application|text)\/(.*\+)?xml\b/, (value) => value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)],
]

function fill(template: string, sms: NumberedSms, quote: Escape): string {
  const values: Readonly<Record<string, string>> = { to: sms.to, to_digits: sms.to.replace('+', ''), text: sms.text, id: sms.id }
  return template.replaceAll(/\{(to|to_digits|text|id)\}/g, (_, name: string) => quote(values[name] ?? ''))
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** The body, and how placeholders are filled into it; null if there is none. */
function contentOf({ headers, body }: Template): { type: string; text: string; quote: Escape } | null {
  if (body === undefined) return null
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = given ?? (typeof body === 'string' && !/^\s*[[{]/.test(body) ? FORM : JSON_TYPE)
  const found = ESCAPES.find(([pattern]) => pattern.test(type.trim().toLowerCase()))?.[1]
  return { type, text, quote: found ?? ((value) => value) }
}

const SAMPLE: NumberedSms = { to: '+385911234567', text: 'Prvi red\n"drugi" & <treći>', id: 'a-1' }

/** The fault of a template in a few words; null if there is none. */
function faultOf(template: Template): string | null {
  const address = fill(template.url, SAMPLE, encodeURIComponent)
  if (!URL.canParse(address) || !isHttpsOrLoopback(new URL(address))) {
    return 'its "url" must be an https address; http only on this machine'
  }
  const texts = [template.url, typeof template.body === 'string' ? template.body : JSON.stringify(template.body ?? '')]
  for (const placeholder of ['text', 'to']) {
    const isUsed = texts.some((text) => text.includes(`{${placeholder}}`) || text.includes(`{${placeholder}_digits}`))
    if (!isUsed) return `neither its "url" nor its "body" has {${placeholder}}`
  }
  if (template.method === 'GET' && template.body !== undefined) return 'a GET has no "body"'
  if (Object.values(template.headers).some((value) => value.includes('{text}'))) return 'a header cannot hold {text}'
  const content = contentOf(template)
  if (content !== null && /\bjson\b/.test(content.type)) {
    try {
      JSON.parse(fill(content.text, SAMPLE, content.quote))
    } catch {
      return 'its "body" is no JSON once the placeholders are filled in; they belong between quotation marks'
    }
  }
  return null
}

/** Throws `Failure`; the file may hold a key, so nothing of it is quoted. */
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
 * `http+template:`: any provider that takes one HTTP request per SMS. It counts as sent with a status from 200 to 299 and the text
 * that the template wants. Throws `Failure` if the template cannot be used.
 */
export function templateSms(path: string, patience: Patience = PATIENCE): SmsSender {
  const template = readTemplate(path)
  const content = contentOf(template)
  const { success, failure } = template

  async function attempt(sms: NumberedSms, timeoutMs: number): Promise<void> {
    const headers = new Headers(Object.entries(template.headers).map(([name, value]) => [name, fill(value, sms, (text) => text)]))
    if (content !== null) headers.set('content-type', content.type)
    const body = content === null ? {} : { body: fill(content.text, sms, content.quote) }
    const url = new URL(fill(template.url, sms, encodeURIComponent))
    const { status, text } = await exchange(url, { method: template.method, headers, ...body }, timeoutMs)
    // The answer may hold the number, so none of it is told.
    if (failure !== undefined && text.includes(failure)) throw new SmsNotSent('refused', `HTTP ${status} with "failure"`)
    if (success !== undefined && !text.includes(success)) throw new SmsNotSent('refused', `HTTP ${status} without "success"`)
  }

  return { send: (sms) => sendPatiently((timeoutMs) => attempt(sms, timeoutMs), patience) }
}
