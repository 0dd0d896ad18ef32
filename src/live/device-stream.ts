import * as v from 'valibot'
import { TOPICS, type Topic } from '#contract/topics'
import { openChannel } from '#lib/local-storage'
import { backoffMs } from '#lib/timers'
import { runStream, type StreamListener } from './run-stream'

const CHANNEL = 'geek-live'
/** The longest random delay (ms) before a page that became visible again reconnects. */
const RETURN_MS = 1_000
/** Retry delays (ms): doubling from the first to the longest, half of each at random. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** Do not change these messages or their names: another tab may run another app version. */
const messageSchema = v.object({
  who: v.string(),
  is: v.picklist(['query', 'open', 'greeted', 'closed', 'changed']),
  of: v.optional(v.array(v.picklist(TOPICS))),
})
type TabMessage = v.InferOutput<typeof messageSchema>

export interface DeviceStreamListener extends StreamListener {
  readonly onClosed: () => void
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/**
 * Shares one stream among all tabs of this device: the visible tab that holds a lock runs it and
 * broadcasts to the others. Without Web Locks (plain http) each visible tab has its own. Hidden
 * tabs have none.
 * @param who the account; null for the public ranking's screen
 * @returns a function that stops listening
 */
export function followDeviceStream(who: string | null, listener: DeviceStreamListener): () => void {
  const name = who ?? ''
  const channel = openChannel(CHANNEL, messageSchema, onMessage)
  let isOpen = false
  /** Aborted when the tab is hidden or stops listening. */
  let visible: AbortController | null = null
  let isLeader = false
  let wasVisible = false

  function broadcast(is: TabMessage['is'], of: readonly Topic[] = []): void {
    channel.broadcast({ who: name, is, of: [...of] })
  }

  function onOpen(): void {
    isOpen = true
    listener.onHello()
    listener.onAlive()
  }

  function onEnd(): void {
    if (!isOpen) return
    isOpen = false
    listener.onClosed()
  }

  /** Forwards the reports of this tab's own stream to the other tabs. */
  const ownStream = {
    onHello() {
      broadcast('greeted')
      onOpen()
    },
    onAlive: () => listener.onAlive(),
    onTopics(topics: readonly Topic[]) {
      broadcast('changed', topics)
      listener.onTopics(topics)
    },
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isLeader = true
    let failures = 0
    while (!signal.aborted) {
      const end = await runStream(who === null, ownStream, signal)
      // `leave` has told the others; after it the channel may be closed.
      if (signal.aborted) return
      broadcast('closed')
      onEnd()
      // Nobody is signed in. The next sign-in starts another stream.
      if (end.kind === 'refused') break
      failures = end.greeted ? 0 : failures + 1
      await sleep(
        failures === 0
          ? (end.retryMs ?? FIRST_RETRY_MS)
          : backoffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS, Math.random()),
        signal,
      )
    }
    isLeader = false
  }

  async function join(signal: AbortSignal): Promise<void> {
    if (wasVisible) await sleep(Math.random() * RETURN_MS, signal)
    wasVisible = true
    if (signal.aborted) return
    broadcast('query')
    if (!('locks' in navigator)) return await lead(signal)
    // An aborted request rejects.
    await navigator.locks
      .request(`${CHANNEL} ${name}`, { signal }, () => lead(signal))
      .catch(() => undefined)
  }

  function followVisibility(): void {
    if (document.visibilityState !== 'visible') {
      leave()
    } else if (visible === null) {
      visible = new AbortController()
      void join(visible.signal)
    }
  }

  function leave(): void {
    if (visible === null) return
    if (isLeader) broadcast('closed')
    isLeader = false
    visible.abort()
    visible = null
    // The next leading tab sends another greeting.
    onEnd()
  }

  function onLeader({ is, of = [] }: TabMessage): void {
    switch (is) {
      case 'query':
        return
      case 'open':
      case 'greeted':
        onOpen()
        return
      case 'closed':
        onEnd()
        return
      case 'changed':
        listener.onAlive()
        listener.onTopics(of)
    }
  }

  function onMessage(message: TabMessage): void {
    if (message.who !== name || visible === null) return
    if (!isLeader) onLeader(message)
    else if (message.is === 'query' && isOpen) broadcast('open')
  }

  document.addEventListener('visibilitychange', followVisibility)
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    leave()
    channel.close()
  }
}
