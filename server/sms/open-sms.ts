import { consoleSms } from './console-sms'
import { fileSms } from './file-sms'
import { limitedSms } from './limited-sms'
import type { SmsSender } from './sms'

/** The parsed `SMS_URL`. */
export type SmsRoute = { readonly via: 'console' } | { readonly via: 'file'; readonly path: string }

function openRoute(route: SmsRoute, now: () => number): SmsSender {
  switch (route.via) {
    case 'console':
      return consoleSms((text) => void process.stdout.write(text))
    case 'file':
      return fileSms(route.path, now)
  }
}

/** Opens the transport of SMS. Throws `Failure` if it cannot be used. */
export function openSms(route: SmsRoute, now: () => number): SmsSender {
  return limitedSms(openRoute(route, now), now)
}
