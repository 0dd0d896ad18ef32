import { consoleSms } from './console-sms'
import { fileSms } from './file-sms'
import type { SmsSender } from './sms'

/** How SMS leave; `SMS_URL` parsed. */
export type SmsRoute = { readonly via: 'console' } | { readonly via: 'file'; readonly path: string }

/** Opens the way out for SMS. Throws `Failure` where it cannot be used. */
export function openSms(route: SmsRoute, now: () => number): SmsSender {
  switch (route.via) {
    case 'console':
      return consoleSms((text) => void process.stdout.write(text))
    case 'file':
      return fileSms(route.path, now)
  }
}
