import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { asPlayer, type PlannedRequest } from '../requests'
import { teamId } from '../seed/names'
import type { EventSize } from '../seed/size'
import { isOk, send } from '../send'

/**
 * Phones that show a card, in a separate process. Without a stream each makes five readings every 15 s and sends the version of
 * the team list that it has. With one (`HAVE_STREAMS`) it makes the two that news of the ranking ask for, which come as often
 * while awards are given. Prints how many were made, how many were not OK, their p95 and p99. Several URLs are asked in turn, one for each reading, as a proxy does.
 */
const REFRESH_MS = 15_000

const { URLS_UNDER_TEST = '', CARDS = '0', SECONDS = '0', SIZE = '{}', HAVE_STREAMS = '' } = process.env
const urls = URLS_UNDER_TEST.split(' ')
const size = JSON.parse(SIZE) as EventSize
const until = performance.now() + Number(SECONDS) * 1000
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

/** Searched as text: parsing the list for thousands of phones would take this process longer than it takes the server. */
function versionOf(list: Buffer): string | undefined {
  const at = list.lastIndexOf('"version":')
  return at === -1 ? undefined : /^"version":"?([^",}]+)/.exec(list.toString('latin1', at, at + 200))?.[1]
}

async function showCard(card: number): Promise<void> {
  const player = card % size.players
  const team_id = teamId(player % size.teams)
  let version: string | undefined
  const askForList = async () => {
    const list = asPlayer(size, player, 'listTeams', {})
    const body = version === undefined ? list.body : new URLSearchParams({ version }).toString()
    const answer = await ask({ ...list, body })
    if (answer !== null) version = versionOf(answer) ?? version
  }
  const askWithoutStream = () =>
    HAVE_STREAMS === ''
      ? [
          ask(asPlayer(size, player, 'listMembers', { team_id })),
          ask(asPlayer(size, player, 'checkCooldown', { team_id })),
          askForList(),
        ]
      : []
  await sleep((card / Number(CARDS)) * REFRESH_MS)
  while (performance.now() < until) {
    await Promise.all([
      ask(asPlayer(size, player, 'currentUser', {})),
      ask(asPlayer(size, player, 'teamPoints', {})),
      ...askWithoutStream(),
    ])
    await sleep(REFRESH_MS)
  }
}

for (let card = 0; card < Number(CARDS); card++) void showCard(card)
await sleep(Number(SECONDS) * 1000)
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
process.stdout.write(`${JSON.stringify({ made: times.length, failed, p95: at(0.95), p99: at(0.99) })}\n`)
process.exit(0)
