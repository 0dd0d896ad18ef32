import { randomUUID } from 'node:crypto'
import { SESSION_COOKIE } from '#contract/protocol'
import type { Topic } from '#contract/topics'
import type { ApiClient } from './api-client'
import type { TestGame } from './game-server'

export interface LiveEventSeen {
  /** The time of its arrival (ms, monotonic). */
  readonly at: number
  readonly event: string
  readonly data: {
    readonly of?: readonly Topic[]
    readonly protocol?: number
    readonly server_time?: string
  }
}

/** An open stream as a browser reads it. */
export interface OpenStream {
  /** Every event so far, oldest first. */
  readonly events: readonly LiveEventSeen[]
  /** The bytes so far as text. */
  text(): string
  /** The topics announced since the last call. */
  newTopics(): Topic[]
  readonly ended: () => boolean
  close(): void
}

const addresses = new WeakMap<object, Promise<string>>()

/** The address of one of the game's servers. At the first call, makes the server listen. */
export function addressOf(game: TestGame, server = 0): Promise<string> {
  const app = game.servers[server]?.app
  if (app === undefined) throw new Error('no such server')
  const known = addresses.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 })
  addresses.set(app, known)
  return known
}

export async function requestLive(
  game: TestGame,
  {
    api,
    server = 0,
    query = {},
    headers = {},
    signal,
  }: {
    api?: ApiClient | undefined
    server?: number
    query?: Record<string, string>
    headers?: Record<string, string>
    signal?: AbortSignal
  } = {},
): Promise<Response> {
  const search = new URLSearchParams({ fingerprint: randomUUID(), ...query })
  const cookie = api?.cookie == null ? {} : { cookie: `${SESSION_COOKIE}=${api.cookie}` }
  const init: RequestInit = {
    headers: { ...cookie, ...headers },
    ...(signal === undefined ? {} : { signal }),
  }
  return await fetch(`${await addressOf(game, server)}/api/live?${search}`, init)
}

function parse(block: string): LiveEventSeen[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  return event === undefined
    ? []
    : [{ event, data: JSON.parse(field('data') ?? '{}'), at: performance.now() }]
}

/** Opens a stream and waits for its greeting. Throws if it ends without one. */
export async function openStream(
  game: TestGame,
  api: ApiClient | undefined,
  { server = 0, screen }: { server?: number; screen?: 'ranking' } = {},
): Promise<OpenStream> {
  const controller = new AbortController()
  const query: Record<string, string> = screen === undefined ? {} : { screen }
  const response = await requestLive(game, { api, server, signal: controller.signal, query })
  if (response.status !== 200 || response.body === null)
    throw new Error(`no stream: HTTP ${response.status}`)
  const events: LiveEventSeen[] = []
  let [text, rest, ended, asked] = ['', '', false, 0]
  const hello = Promise.withResolvers<void>()
  const reading = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    const reader = body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const more = decoder.decode(part.value, { stream: true })
      text += more
      const blocks = (rest + more).split('\n\n')
      rest = blocks.pop() ?? ''
      events.push(...blocks.flatMap(parse))
      if (events.some(({ event }) => event === 'hello')) hello.resolve()
    }
  }
  void reading(response.body)
    .catch(() => undefined)
    .finally(() => {
      ended = true
      hello.reject(new Error(`the stream ended without a greeting: ${text}`))
    })
  await hello.promise
  return {
    events,
    text: () => text,
    newTopics() {
      const fresh = events.slice(asked)
      asked = events.length
      return [...new Set(fresh.flatMap(({ data }) => data.of ?? []))].sort()
    },
    ended: () => ended,
    close: () => controller.abort(),
  }
}
