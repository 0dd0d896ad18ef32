import { TransportRefusal } from '../refusal'
import type { SmsSender } from './sms'

const WINDOW_MS = 60_000
/** Well above a crowd at the door, well below what could cost the organiser much money unnoticed. */
const SMS_PER_MINUTE = 240

/** Refuses with TOO_MANY_REQUESTS once this server has sent a minute's limit of SMS. */
export function limitedSms(inner: SmsSender, now: () => number): SmsSender {
  let sentAt: number[] = []
  return {
    async send(sms) {
      const at = now()
      sentAt = sentAt.filter((time) => time > at - WINDOW_MS)
      const [oldest] = sentAt
      if (oldest !== undefined && sentAt.length >= SMS_PER_MINUTE) {
        throw new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil((oldest + WINDOW_MS - at) / 1000)))
      }
      sentAt.push(at)
      await inner.send(sms)
    },
  }
}
