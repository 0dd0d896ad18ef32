import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { Failure } from '../failure'
import {
  contentOf,
  fill,
  httpSms,
  inWords,
  isLoopback,
  type ProviderAnswer,
  RETRIES,
  type RetryPolicy,
} from './http-sms'
import { type NumberedSms, SmsNotSent, type SmsSender } from './sms'

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

/** Whether keys and codes may be sent to a URL: encrypted, or on this machine. */
function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const SAMPLE: NumberedSms = { to: '+385911234567', text: 'Prvi red\n"drugi" & <treći>', id: 'a-1' }

/** Returns why a template cannot work; null if it can. */
function problemOf(template: Template): string | null {
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
  if (template.method === 'GET' && template.body !== undefined) return 'a GET cannot have a "body"'
  if (Object.values(template.headers).some((value) => value.includes('{text}')))
    return 'a header cannot hold {text}'
  const content = contentOf(template)
  if (content !== null && /\bjson\b/.test(content.type)) {
    try {
      JSON.parse(fill(content.text, SAMPLE, content.encode))
    } catch {
      return 'its "body" is not JSON once the placeholders are filled in; put them between quotation marks'
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
    const why = reason instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new Failure(`SMS_URL names a template that ${why}: ${path}.`)
  }
  const parsed = v.safeParse(templateFile, json)
  if (!parsed.success) {
    throw new Failure(
      `The SMS template ${path} must be {"url", "method", "headers", "body", "success", "failure"}, with texts as values.`,
    )
  }
  const problem = problemOf(parsed.output)
  if (problem !== null) throw new Failure(`The SMS template ${path} does not work: ${problem}.`)
  return parsed.output
}

/**
 * `http+template:`: any provider that takes one HTTP request per SMS. An SMS counts as sent if the
 * status is 2xx and the answer meets the template's conditions. Throws `Failure` if the template is
 * unusable.
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
