import * as v from 'valibot'
import { TOPICS, type Topic } from '#contract/topics'
import { backoffMs } from '#lib/timers'
import { channelOrNull } from '../api/local-storage'
import { type StreamListener, runStream } from './run-stream'

const CHANNEL = 'geek-live'
/** Who comes back to the app waits up to this long (ms), at random. */
const RETURN_MS = 1_000
/** Delays before another try (ms): from the first to the longest, doubling, half of it at random. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** Another tab may run another version of the app. */
const messageSchema = v.object({
  who: v.string(),
  is: v.picklist(['asks', 'stands', 'greeted', 'fell', 'changed']),
  of: v.optional(v.array(v.picklist(TOPICS))),
})
type TabMessage = v.InferOutput<typeof messageSchema>

export interface DeviceStreamListener extends StreamListener {
  readonly onClosed: () => void
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * One stream for all tabs of this device: of those in front, the one that holds a lock runs it and tells the others. Without
 * Web Locks (plain http) each tab in front has its own. In the background there is none.
 * @param who the account, or the public ranking's screen (null)
 * @returns a function that stops listening
 */
export function followDeviceStream(who: string | null, listener: DeviceStreamListener): () => void {
  const name = who ?? ''
  const channel = channelOrNull(CHANNEL)
  let stands = false
  /** Ends when the tab leaves the front, or stops listening. */
  let front: AbortController | null = null
  let leads = false
  let cameBack = false

  function tell(is: TabMessage['is'], of?: readonly Topic[]): void {
    channel?.postMessage({ who: name, is, ...(of === undefined ? {} : { of }) })
  }

  function rise(): void {
    stands = true
    listener.onHello()
    listener.onAlive()
  }

  function fall(): void {
    if (!stands) return
    stands = false
    listener.onClosed()
  }

  /** What the stream of this tab tells, passed on to the others. */
  const ownStream = {
    onHello() {
      tell('greeted')
      rise()
    },
    onAlive: () => listener.onAlive(),
    onTopics(topics: readonly Topic[]) {
      tell('changed', topics)
      listener.onTopics(topics)
    },
  }

  async function lead(signal: AbortSignal): Promise<void> {
    leads = true
    let failures = 0
    while (!signal.aborted) {
      const end = await runStream(who === null, ownStream, signal)
      tell('fell')
      fall()
      // Another sign-in starts anew.
      if (end.is === 'refused') break
      failures = end.greeted ? 0 : failures + 1
      await sleep(
        failures === 0 ? (end.retryMs ?? FIRST_RETRY_MS) : backoffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS, Math.random()),
        signal,
      )
    }
    leads = false
  }

  async function contend(signal: AbortSignal): Promise<void> {
    if (cameBack) await sleep(Math.random() * RETURN_MS, signal)
    cameBack = true
    if (signal.aborted) return
    tell('asks')
    if (!('locks' in navigator)) return await lead(signal)
    // An aborted request rejects.
    await navigator.locks.request(`${CHANNEL} ${name}`, { signal }, () => lead(signal)).catch(() => undefined)
  }

  function look(): void {
    if (document.visibilityState === 'visible') {
      if (front !== null) return
      front = new AbortController()
      void contend(front.signal)
    } else leave()
  }

  function leave(): void {
    if (front === null) return
    front.abort()
    front = null
    // The tab that leads from now on greets anew.
    fall()
  }

  /** What another tab's stream tells. */
  function follow({ is, of = [] }: TabMessage): void {
    switch (is) {
      case 'asks':
        return
      case 'stands':
      case 'greeted':
        rise()
        return
      case 'fell':
        fall()
        return
      case 'changed':
        listener.onAlive()
        listener.onTopics(of)
    }
  }

  const hear = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(messageSchema, data)
    if (!message.success || message.output.who !== name || front === null) return
    if (!leads) follow(message.output)
    else if (message.output.is === 'asks' && stands) tell('stands')
  }
  if (channel !== null) channel.onmessage = hear

  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
    channel?.close()
  }
}
