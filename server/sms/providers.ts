import { closeSync, existsSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { assertCreatable, Failure, makeFolder } from '../failure'
import { type InfobipAccount, infobipSms } from './infobip'
import { SmsNotSent, type SmsSender } from './sms'
import { templateSms } from './template'

/** `console:`: prints SMS to the terminal; `print` returns whether it succeeded. */
export function consoleSms(print: (text: string) => boolean): SmsSender {
  return {
    async send({ to, text }) {
      const isPrinted = print(`\nSMS ${to}\n${text.replaceAll(/^/gm, '  ')}\n\n`)
      if (!isPrinted) throw new SmsNotSent('not reached', 'the terminal takes no more lines')
    },
  }
}

/** Throws `Failure` if a file cannot be written: at the start, not at the first registration. */
function assertWritable(path: string): void {
  try {
    makeFolder(dirname(path))
    // The file holds numbers, codes and links.
    closeSync(openSync(path, 'a', 0o600))
  } catch {
    throw new Failure(`SMS_URL names a file that cannot be written: ${path}.`)
  }
}

/**
 * `file:`: writes one JSON line per SMS, for rehearsals and tests. Throws `Failure` if the file
 * cannot be written.
 */
export function fileSms(path: string, now: () => number): SmsSender {
  assertWritable(path)
  return {
    async send({ to, text }) {
      await appendFile(path, `${JSON.stringify({ to, text, at: new Date(now()).toISOString() })}\n`)
    },
  }
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

/** Like `openSms`, but creates no file. */
export function assertRoute(route: SmsRoute): void {
  if (route.kind === 'file' && !existsSync(route.path)) assertCreatable(route.path)
  else openSms(route, Date.now, () => true)
}
