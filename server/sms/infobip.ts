import * as v from 'valibot'
import { httpSms, isLoopback, type ProviderAnswer, RETRIES, type RetryPolicy } from './http-sms'
import { SmsNotSent, type SmsSender } from './sms'

/** Builds the URL of `host`, with http on this machine; null if invalid. */
export function providerBase(host: string): URL | null {
  if (!URL.canParse(`https://${host}`)) return null
  const url = new URL(`https://${host}`)
  return isLoopback(url.hostname) ? new URL(`http://${host}`) : url
}

export interface InfobipAccount {
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
 * Rejections that affect all our SMS, such as REJECTED_NOT_ENOUGH_CREDITS; other rejections concern
 * one number.
 */
const CONCERNS_ACCOUNT = /CREDIT|SENDER|SOURCE|ACCOUNT|SYSTEM_ERROR/

function checkInfobip({ status, text }: ProviderAnswer): void {
  const parsed = v.safeParse(infobipAnswer, text)
  // Not Infobip's format, so nobody knows whether the SMS was sent.
  if (!parsed.success) throw new SmsNotSent('unknown', `HTTP ${status} without a status`)
  const { groupName, name } = parsed.output.messages[0].status
  if (ACCEPTED.has(groupName)) return
  const why = /^\w{1,60}$/.test(name) ? name : 'a status without a name'
  throw new SmsNotSent(CONCERNS_ACCOUNT.test(name) ? 'account refused' : 'refused', why)
}

/**
 * Infobip's SMS API, version 3 (https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages).
 * Sends as a template does, but has a check of its own: a template's `success` and `failure` cannot
 * tell a refused number from a refused account, or from an answer that is not Infobip's (faults 81
 * and 91).
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
  const request = {
    url: new URL('/sms/3/messages', base).href,
    method: 'POST',
    body: { messages: [message] },
    headers: { authorization: `App ${key}`, accept: 'application/json' },
  }
  return httpSms(request, checkInfobip, retries)
}
