import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SmsSender } from './sms'

/** `file:`: a JSON line per SMS, for rehearsals and tests. */
export function fileSms(path: string, now: () => number): SmsSender {
  return {
    async send({ to, text }) {
      await mkdir(dirname(path), { recursive: true })
      await appendFile(path, `${JSON.stringify({ to, text, at: new Date(now()).toISOString() })}\n`)
    },
  }
}
