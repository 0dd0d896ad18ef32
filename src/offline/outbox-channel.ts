import * as v from 'valibot'
import { award } from '#contract/entities'
import type { OutboxMessage } from './outbox'

const CHANNEL = 'geek-outbox'

/** Another tab may run another version of the app: what it says is parsed like anything from outside. */
const message = v.variant('is', [
  v.object({ is: v.literal('changed') }),
  v.object({ is: v.literal('sending') }),
  v.object({ is: v.literal('recorded'), award }),
  v.object({ is: v.literal('withdrawn'), awardId: v.string() }),
])

/** The channel on which tabs and the worker tell each other of the outbox. */
export function openOutboxChannel(receive: (message: OutboxMessage) => void): { tell: (message: OutboxMessage) => void } {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const told = v.safeParse(message, data)
    if (told.success) receive(told.output)
  }
  return { tell: (told) => channel.postMessage(told) }
}
