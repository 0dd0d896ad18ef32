import * as v from 'valibot'
import { award } from '#contract/entities'
import { channelOrNull } from '../../api/local-storage'

/** Held by the tab or worker that sends awards. */
export const OUTBOX_LOCK = 'geek-outbox-drain'

const CHANNEL = 'geek-outbox'

/** Another tab may run another version of the app, so its messages are parsed like any external input. */
const message = v.variant('is', [
  v.object({ is: v.literal('changed') }),
  v.object({ is: v.literal('sending') }),
  /** The server's award, which may be voided by now. */
  v.object({ is: v.literal('recorded'), award }),
  /** The award was cancelled before it was sent. */
  v.object({ is: v.literal('withdrawn'), awardId: v.string() }),
])

export type OutboxMessage = v.InferOutput<typeof message>

export function openOutboxChannel(receive: (message: OutboxMessage) => void): { tell: (message: OutboxMessage) => void } {
  const channel = channelOrNull(CHANNEL)
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const told = v.safeParse(message, data)
      if (told.success) receive(told.output)
    }
  }
  return { tell: (told) => channel?.postMessage(told) }
}
