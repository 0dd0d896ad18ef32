import type { SmsSender } from './sms'

/** `console:`: prints SMS to the terminal. */
export function consoleSms(write: (text: string) => void): SmsSender {
  return {
    async send({ to, text }) {
      write(`\nSMS ${to}\n${text.replaceAll(/^/gm, '  ')}\n\n`)
    },
  }
}
