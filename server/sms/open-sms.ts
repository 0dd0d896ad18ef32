import { closeSync, mkdirSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../failure'
import { infobipSms } from './infobip-sms'
import type { SmsSender } from './sms'
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
