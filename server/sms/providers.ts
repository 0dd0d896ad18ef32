import { closeSync, mkdirSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { Failure } from '../failure'
import { exchange, PATIENCE, type Patience, sendPatiently } from './exchange'
import { type DeliveryReport, type NumberedSms, SmsNotSent, type SmsSender } from './sms'
import { templateSms } from './template-sms'

/** `console:`: prints SMS to the terminal. */
export function consoleSms(write: (text: string) => void): SmsSender {
  return {
    async send({ to, text }) {
      write(`\nSMS ${to}\n${text.replaceAll(/^/gm, '  ')}\n\n`)
    },
  }
}

/** Fails at start instead of at somebody's registration. */
function assertWritable(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    // It holds numbers, codes and links.
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

export interface InfobipAccount {
  /** Where the account's API is. */
  readonly base: URL
  readonly key: string
  /** The name or number that SMS come from. */
  readonly sender: string
  /** Marks our SMS, so that nobody else's delivery reports are fetched, each of which is given only once. */
  readonly reference: string
}

const status = v.object({ groupName: v.string(), name: v.string() })
const sendAnswer = v.object({ messages: v.tuple([v.object({ status })]) })
const reportsAnswer = v.object({ results: v.array(v.object({ messageId: v.string(), status })) })

const ACCEPTED: ReadonlySet<string> = new Set(['ACCEPTED', 'PENDING', 'DELIVERED'])
/** Rejections of everything that we send, such as REJECTED_NOT_ENOUGH_CREDITS; others concern one number. */
const CONCERNS_ACCOUNT = /CREDIT|SENDER|SOURCE|ACCOUNT|SYSTEM_ERROR/
const REPORTS_AT_ONCE = 1_000
const REPORTS_TIMEOUT_MS = 10_000

function parse<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return null
  }
}

/** A name of the provider's own list, for the log. */
function printable(name: string): string {
  return /^\w{1,60}$/.test(name) ? name : 'a status without a name'
}

/** Infobip's SMS API, version 3 (https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages). */
export function infobipSms({ base, key, sender, reference }: InfobipAccount, patience: Patience = PATIENCE): SmsSender {
  const headers = { authorization: `App ${key}`, accept: 'application/json' }

  async function attempt({ to, text, id }: NumberedSms, timeoutMs: number): Promise<void> {
    const message = {
      sender,
      destinations: [{ to: to.replace('+', ''), messageId: id }],
      content: { text },
      options: { campaignReferenceId: reference },
    }
    const answer = await exchange(
      new URL('/sms/3/messages', base),
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [message] }),
      },
      timeoutMs,
    )
    const parsed = parse(sendAnswer, answer.text)
    // Not what Infobip answers, so nobody knows what happened.
    if (parsed === null) throw new SmsNotSent('unknown', `HTTP ${answer.status} without a status`)
    const { groupName, name } = parsed.messages[0].status
    if (ACCEPTED.has(groupName)) return
    throw new SmsNotSent(CONCERNS_ACCOUNT.test(name) ? 'account refused' : 'refused', printable(name))
  }

  return {
    send: (sms) => sendPatiently((timeoutMs) => attempt(sms, timeoutMs), patience),
    async fetchReports() {
      const url = new URL('/sms/3/reports', base)
      url.searchParams.set('limit', String(REPORTS_AT_ONCE))
      url.searchParams.set('campaignReferenceId', reference)
      const answer = await exchange(url, { headers }, REPORTS_TIMEOUT_MS)
      const reports = parse(reportsAnswer, answer.text)?.results ?? []
      return reports
        .filter((report) => !ACCEPTED.has(report.status.groupName) || report.status.groupName === 'DELIVERED')
        .map((report): DeliveryReport => ({ id: report.messageId, delivered: report.status.groupName === 'DELIVERED' }))
    },
  }
}

/** How SMS leave; `SMS_URL` parsed. */
export type SmsRoute =
  | { readonly via: 'console' }
  | { readonly via: 'file'; readonly path: string }
  | { readonly via: 'infobip'; readonly base: URL; readonly key: string; readonly sender: string }
  | { readonly via: 'template'; readonly path: string }

/** Whether SMS cost money, so that a budget stops them. */
export function costsMoney({ via }: SmsRoute): boolean {
  return via === 'infobip' || via === 'template'
}

/** Opens the way out for SMS. `reference` names this installation to the provider. Throws `Failure` where it cannot be used. */
export function openSms(route: SmsRoute, reference: string, now: () => number): SmsSender {
  switch (route.via) {
    case 'console':
      return consoleSms((text) => void process.stdout.write(text))
    case 'file':
      return fileSms(route.path, now)
    case 'infobip':
      return infobipSms({ ...route, reference })
    case 'template':
      return templateSms(route.path)
  }
}
