import * as v from 'valibot'
import { award, nfc } from '#contract/entities'
import { openChannel } from '#lib/local-storage'

/** Never rename a field: another tab, or the worker, may run another version of the app. */
const message = v.variant('is', [
  /** `added`: an entry was stored, by a page that may close right after. */
  v.object({ is: v.literal('changed'), added: v.optional(v.boolean()) }),
  /** The award as the server recorded it; may be voided by now. */
  v.object({ is: v.literal('recorded'), award }),
  /** The award was cancelled before it was sent. */
  v.object({ is: v.literal('withdrawn'), awardId: v.string() }),
  v.object({
    is: v.literal('answered'),
    answer: v.variant('kind', [
      v.object({ kind: v.literal('scan'), nfc }),
      v.object({ kind: v.literal('copy'), award }),
    ]),
  }),
  /** The network or the user is back: calls hanging in another tab must not delay the outbox. */
  v.object({ is: v.literal('returned') }),
  /** A new version of the worker takes over: the running one sends nothing more. */
  v.object({ is: v.literal('replaced') }),
  /** Lock messages (`LockMessage`). */
  v.object({ is: v.literal('asks') }),
  v.object({ is: v.literal('holds') }),
])

/** The messages of a device's tabs and its worker about the outbox. */
export type OutboxMessage = v.InferOutput<typeof message>

export const openOutboxChannel = (receive: (message: OutboxMessage) => void) =>
  openChannel('geek-outbox', message, receive)
