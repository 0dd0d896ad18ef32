import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as v from 'valibot'
import { LIVE_BEAT_MS, LIVE_PATH, liveEvents, RANKING_SCREEN } from '#contract/live'
import type { Topic } from '#contract/topics'
import { sleepsSoFar } from '#lib/device-sleep'
import { recordServerTime } from '#lib/server-clock'
import { endMarkedSession, randomUuid } from '../api/call'
import { recordLedger } from '../api/connection'
import { HTTP_OK } from '../api/errors'

/**
 * Treat a stream silent for this long (ms) as dead: the server writes a comment line more often
 * than that.
 */
const SILENCE_MS = LIVE_BEAT_MS + 10_000
/** Give up a stream without a greeting within this time (ms). */
const GREETING_MS = 15_000

const HTTP_NO_CONTENT = 204

type StreamEnd =
  /** Nobody is signed in: do not reconnect. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'over'; readonly retryMs: number | null; readonly greeted: boolean }

export interface StreamListener {
  /** The stream is open. Earlier changes were not reported. */
  readonly onHello: () => void
  readonly onAlive: () => void
  readonly onTopics: (topics: readonly Topic[]) => void
}

/**
 * Opens a stream and follows it to its end. Never throws. `EventSource` would report neither
 * comments nor refusals, so a dead stream would look alive.
 */
export async function runStream(
  isPublic: boolean,
  { onHello, onAlive, onTopics }: StreamListener,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  let watchdog = setTimeout(abort, GREETING_MS)
  const sleeps = sleepsSoFar()
  let greeted = false
  let retryMs: number | null = null

  function onEvent({ event, data }: EventSourceMessage): void {
    if (event === 'hello') {
      const { success, output } = v.safeParse(liveEvents.hello, data)
      if (!success) return
      greeted = true
      recordServerTime(output.server_time, performance.now(), sleeps)
      recordLedger(output)
      onHello()
    } else if (event === 'changed') {
      const { success, output } = v.safeParse(liveEvents.changed, data)
      if (success) onTopics(output.of)
    }
  }

  async function follow(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const parser = createParser({
      onEvent,
      onRetry(ms) {
        retryMs = ms
      },
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (!greeted) continue
      onAlive()
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, SILENCE_MS)
    }
  }

  try {
    // No request may use a session that its owner has ended.
    await endMarkedSession()
    const search = new URLSearchParams({
      fingerprint: randomUuid(),
      ...(isPublic ? { screen: RANKING_SCREEN } : {}),
    })
    const response = await fetch(`${LIVE_PATH}?${search}`, {
      credentials: 'include',
      cache: 'no-store',
      signal: controller.signal,
    })
    if (response.status === HTTP_NO_CONTENT) return { kind: 'refused' }
    if (response.status === HTTP_OK && response.body !== null) await follow(response.body)
    else controller.abort()
  } catch {
    // No network, an aborted stream or a captive portal: calls will tell.
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
  }
  return { kind: 'over', retryMs, greeted }
}
