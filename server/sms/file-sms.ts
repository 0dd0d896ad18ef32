import { closeSync, mkdirSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../failure'
import type { SmsSender } from './sms'

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
