import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStream } from '#cli/rehearse/stream'
import { quantile } from '../report/row'
import type { Bench } from './bench'
import { type EventSize, playerToken, teamId } from './event'
import { asPlayer, isOk, type PlannedRequest, send } from './requests'

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
  let [isOpen, told] = [true, (_at: number): void => undefined]
  return new Promise((resolve, reject) => {
    const nextOfTeam = () => new Promise<number>((hear) => (told = hear))
    const close = openStream(new URL(url), playerToken(player), {
      opened: () => resolve({ player, isOpen: () => isOpen, nextOfTeam, close: () => close() }),
      changed: (topics) => topics.includes('team') && told(performance.now()),
      ended() {
        isOpen = false
        reject(new Error('a stream ended'))
      },
    })
  })
}

/** Streams that are opened at once. */
const AT_ONCE = 50
const SETTLED_MS = 5_000

/** Does some work while the first players have open streams, once the server has got over it. Streams that end are faults. */
export async function withStreams<T>(
  url: string,
  players: number,
  work: (streams: readonly Listening[]) => Promise<T>,
): Promise<{ readonly done: T; readonly faults: readonly string[] }> {
  const streams: Listening[] = []
  for (let first = 0; first < players; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, players - first) }, (_, index) => listen(url, first + index))
    streams.push(...(await Promise.all(some)))
  }
  await sleep(SETTLED_MS)
  const done = await work(streams)
  const ended = streams.filter(({ isOpen }) => !isOpen()).length
  for (const stream of streams) stream.close()
  return { done, faults: ended === 0 ? [] : [`${ended} of ${streams.length} streams ended`] }
}

const REFRESH_MS = 15_000
/** The phones start to read before the work that they are beside, and stop after it. */
const MARGIN_S = 2

export interface Cards {
  readonly made: number
  readonly failed: number
  /** In ms. */
  readonly p95: number
  readonly p99: number
}

interface Phones {
  /** They are asked in turn, one for each reading, as a proxy does. */
  readonly urls: readonly string[]
  readonly cards: number
  readonly size: EventSize
  readonly seconds: number
  /** What they read is what news make them read; their streams are open elsewhere. */
  readonly haveStreams: boolean
}

/**
 * Does some work of so many seconds while phones show a card. Without a stream each makes five readings every 15 s and sends the
 * version of the team list that it has; with one it makes the two that news of the ranking ask for, which come as often.
 */
export async function amongCards<T>(
  { plan: { cards, size } }: Bench,
  { urls, seconds, haveStreams = false }: { readonly urls: readonly string[]; readonly seconds: number; haveStreams?: boolean },
  work: () => Promise<T>,
): Promise<{ readonly cards: Cards; readonly done: T }> {
  const phones: Phones = { urls, cards, size, seconds: seconds + 2 * MARGIN_S, haveStreams }
  // In a process of its own, whose answers do not delay the awards.
  const child = fork(import.meta.filename, [JSON.stringify(phones)], { execArgv: ['--import', 'tsx'] })
  const answered = once(child, 'message') as Promise<[Cards]>
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the cards ended without a result')))
  await sleep(MARGIN_S * 1000)
  const done = await work()
  const [result] = await Promise.race([answered, ended])
  return { cards: result, done }
}

/** Searched as text: parsing the list for thousands of phones would take this process longer than it takes the server. */
function versionOf(list: Buffer): string | undefined {
  const at = list.lastIndexOf('"version":')
  return at === -1 ? undefined : /^"version":"?([^",}]+)/.exec(list.toString('latin1', at, at + 200))?.[1]
}

async function showCards({ urls, cards, size, seconds, haveStreams }: Phones): Promise<Cards> {
  const until = performance.now() + seconds * 1000
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  let failed = 0

  async function ask(planned: PlannedRequest): Promise<Buffer | null> {
    const started = performance.now()
    const answer = await send(urls[times.length % urls.length] ?? '', planned, agent).catch(() => null)
    times.push(performance.now() - started)
    if (answer !== null && isOk(answer)) return answer.body
    failed += 1
    return null
  }

  async function showCard(card: number): Promise<void> {
    const player = card % size.players
    const team_id = teamId(player % size.teams)
    let version: string | undefined
    async function askForList(): Promise<void> {
      const list = await ask(asPlayer(size, player, 'listTeams', version === undefined ? {} : { version }))
      if (list !== null) version = versionOf(list) ?? version
    }
    const askWithoutStream = () => [
      ask(asPlayer(size, player, 'listMembers', { team_id })),
      ask(asPlayer(size, player, 'checkCooldown', { team_id })),
      askForList(),
    ]
    await sleep((card / cards) * REFRESH_MS)
    while (performance.now() < until) {
      await Promise.all([
        ask(asPlayer(size, player, 'currentUser', {})),
        ask(asPlayer(size, player, 'teamPoints', {})),
        ...(haveStreams ? [] : askWithoutStream()),
      ])
      await sleep(REFRESH_MS)
    }
  }

  for (let card = 0; card < cards; card++) void showCard(card)
  await sleep(seconds * 1000)
  return { made: times.length, failed, p95: quantile(times, 0.95), p99: quantile(times, 0.99) }
}

const [phones] = import.meta.main ? process.argv.slice(2) : []
if (phones !== undefined) {
  const result = await showCards(JSON.parse(phones) as Phones)
  process.send?.(result, () => process.exit())
}
