import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/open'
import { createPushDesk, type PushDesk } from '#server/push/push-desk'
import { hashSecret } from '#server/random'
import { gameOn } from '../../../tests/support/game-on'
import { startSite } from '../../phone'
import { invalidate, quantile, type Row } from '../../report/row'
import type { Bench } from '../bench'
import { playerId, playerToken, teamId } from '../event'

const GOAL_MS = 2_000
/** What a push service takes to answer. */
const ANSWER_MS = 50
const PHONES = 300
const [SECONDS, QUICK_SECONDS] = [30, 6] as const
/** Accounts with this many phones at the dead host, at the busy one, and one account at the host of everybody else. */
const [HOSTILE_OF_HOST, HOSTILE_PHONES, LOOP_MS] = [10, 10, 80] as const
const HOSTILE = Array.from({ length: 2 * HOSTILE_OF_HOST + 1 }, (_, index) => PHONES + index)
const LAST_WAIT_MS = 12_000

/** Answers each phone's notices; others loop through refused requests meanwhile if `isHostile`. Returns the waits (ms), sorted. */
async function tellPhones(desk: PushDesk, arrived: Map<string, number>, seconds: number, isHostile: boolean): Promise<number[]> {
  const tell = (player: number) => desk.answer(playerId(player), teamId(player), false)
  const told: number[] = []
  const timer = setInterval(() => {
    if (isHostile) HOSTILE.forEach(tell)
  }, LOOP_MS)
  const begun = performance.now()
  for (let phone = 0; phone < PHONES; phone++) {
    await sleep(Math.max(0, begun + (phone * seconds * 1000) / PHONES - performance.now()))
    told.push(performance.now())
    tell(phone)
  }
  clearInterval(timer)
  for (const end = performance.now() + LAST_WAIT_MS; arrived.size < PHONES && performance.now() < end; ) await sleep(ANSWER_MS)
  return told.map((at, phone) => (arrived.get(`/${phone}`) ?? Number.POSITIVE_INFINITY) - at).sort((a, b) => a - b)
}

/** Everybody else's notices beside a push service that never answers, one that is busy for all, and an account that is told much. */
export async function measureNotices({ plan, databases, progress }: Bench): Promise<Row[]> {
  const database = await databases.copyWith(plan.smallLedger)
  const db = await openDatabase({ engine: 'sqlite', file: database.url.replace('sqlite:', '') })
  const arrived = new Map<string, number>()
  const good = await startSite((request, response) => {
    const phone = Number(request.url?.slice(1))
    if (phone < PHONES) arrived.set(request.url ?? '', performance.now())
    setTimeout(() => response.writeHead(201).end(), ANSWER_MS)
  })
  const dead = await startSite(() => undefined)
  const busy = await startSite((_, response) => response.writeHead(429, { 'retry-after': '5' }).end())
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const phoneOf = (player: number, endpoint: string) => {
    return { endpoint, user_id: playerId(player), token_hash: hashSecret(playerToken(player)), ...keys, created_at: 0 }
  }
  const originOf = (index: number) => [dead, busy][Math.floor(index / HOSTILE_OF_HOST)]?.url ?? good.url
  await db.write({ on: 'accounts' }, async (writer) => {
    const phones = Array.from({ length: PHONES }, (_, player) => phoneOf(player, `${good.url}/${player}`))
    const hostile = HOSTILE.flatMap((player, index) =>
      Array.from({ length: HOSTILE_PHONES }, (_, phone) => phoneOf(player, `${originOf(index)}/${player}-${phone}`)),
    )
    await writer
      .insertInto('push_subscriptions')
      .values([...phones, ...hostile])
      .execute()
  })
  const seconds = plan.quick ? QUICK_SECONDS : SECONDS
  const measure = async (isHostile: boolean) => {
    progress(`notices ${isHostile ? 'beside hostile hosts and accounts' : 'alone'}`)
    arrived.clear()
    const desk = createPushDesk(gameOn(db), { isWatching: () => false, loopback: true, clock: undefined })
    const times = await tellPhones(desk, arrived, seconds, isHostile)
    desk.close()
    return times
  }
  try {
    const [times, alone] = [await measure(true), await measure(false)]
    const p95 = quantile(times, 0.95)
    const row: Row = {
      what: `a notice, beside a push service that never answers, one that is busy for all, and an account that loops`,
      measured: `p50 ${quantile(times, 0.5).toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${times.at(-1)?.toFixed(0)} ms of ${PHONES} notices`,
      floor: `alone p95 ${quantile(alone, 0.95).toFixed(0)} ms`,
      ratio: (p95 / quantile(alone, 0.95)).toFixed(2),
      goal: `p95 at most ${GOAL_MS.toLocaleString('en')} ms`,
      verdict: p95 <= GOAL_MS ? 'met' : 'missed',
    }
    return [invalidate(row, times.at(-1) === Number.POSITIVE_INFINITY ? ['a notice did not arrive'] : [])]
  } finally {
    for (const host of [good, dead, busy]) host.stop()
    await db.close()
    await database.discard()
  }
}
