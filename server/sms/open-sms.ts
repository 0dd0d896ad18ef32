import { consoleSms } from './console-sms'
import { fileSms } from './file-sms'
import { infobipSms } from './infobip-sms'
import type { SmsSender } from './sms'
import { templateSms } from './template-sms'

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
