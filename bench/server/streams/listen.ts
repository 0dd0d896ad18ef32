import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { LIVE_PATH } from '#contract/live'
import { SESSION_COOKIE } from '#contract/protocol'
import { playerToken } from '../seed/names'

/** Streams that are opened at once. */
const AT_ONCE = 50
const SETTLED_MS = 5_000

/** The open live stream of a player's phone. */
export interface Listening {
  readonly player: number
  readonly isOpen: () => boolean
  /** Resolves with the time (ms, monotonic) of the first event about the team after this call. */
  nextOfTeam(): Promise<number>
  close(): void
}

/** Opens a player's stream and waits for its greeting. */
function listen(url: string, player: number): Promise<Listening> {
  let told: ((at: number) => void) | null = null
  let isOpen = true
  return new Promise((resolve, reject) => {
    const headers = { cookie: `${SESSION_COOKIE}=${playerToken(player)}` }
    const call: ClientRequest = request(
      `${url}${LIVE_PATH}?fingerprint=${randomUUID()}`,
      { headers, agent: false },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`))
        response.once('close', () => (isOpen = false))
        const nextOfTeam = () => new Promise<number>((hear) => (told = hear))
        response.once('data', () => resolve({ player, isOpen: () => isOpen, nextOfTeam, close: () => call.destroy() }))
        response.on('data', (chunk: Buffer) => {
          if (told === null || !chunk.includes('"team"')) return
          told(performance.now())
          told = null
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

/** Opens the streams of the first players, and waits until the server has got over it. */
export async function listenAll(url: string, players: number): Promise<readonly Listening[]> {
  const streams: Listening[] = []
  for (let first = 0; first < players; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, players - first) }, (_, index) => listen(url, first + index))
    streams.push(...(await Promise.all(some)))
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  return streams
}

export function closeAll(streams: readonly Listening[]): void {
  for (const stream of streams) stream.close()
}

/** What is wrong with the streams at the end of a measurement. */
export function faultsOf(streams: readonly Listening[]): string[] {
  const ended = streams.filter(({ isOpen }) => !isOpen()).length
  return ended === 0 ? [] : [`${ended} of ${streams.length} streams ended`]
}
