import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { exportPublicKey, makeSigningKey, signVoucher } from '#contract/voucher'
import { invalidate, quantile, type Row } from '../../report/row'
import { awardsAtPace, shownTimes, type Waits, waitFaults } from '../award-load'
import { type Bench, type Measure, onEngine } from '../bench'
import { boothId, pointTypeId, teamId } from '../event'
import { startProduct } from '../product'
import { asPlayer, asStaff, OK, type PlannedRequest, send, writeRequests } from '../requests'
import { runWrk } from '../wrk'

/** The point types of two rounds: without the load and beside it, in turn. */
const ROUNDS = [
  [1, 2],
  [3, 4],
] as const

/** What hostile accounts send, by a process of its own, whose work does not delay the awards. */
interface Hostile {
  readonly name: string
  readonly requests: (bench: Bench, url: string) => Promise<readonly PlannedRequest[]>
  /** In every answer but the 429 that are allowed. */
  readonly wanted: string
  readonly connections: number
  /** Of each connection, between two calls (ms). */
  readonly pauseMs: number
  readonly mayBeLimited: boolean
  readonly atLeastPerSecond: number
  /** How much later the slowest award of a hundred may be answered than without it. */
  readonly goal: number
}

/** So many that none is limited: an account makes up to a hundred calls a second. */
const FORGERS = 40
const FORGED = 400

/** Vouchers that name a registered device and are signed by another key, so that only the signature tells. */
async function forge({ plan: { size } }: Bench, url: string): Promise<PlannedRequest[]> {
  const agent = new Agent()
  const [own, other] = [await makeSigningKey(), await makeSigningKey()]
  const answer = await send(url, asStaff(0, 'registerDevice', { public_key: await exportPublicKey(own) }), agent)
  const { device_id: deviceId } = JSON.parse(answer.body.toString()) as { readonly device_id: string }
  const content = { deviceId, vendorId: boothId(0), teamId: teamId(0), pointType: pointTypeId(0), madeAt: Date.now() }
  agent.destroy()
  const forged = Array.from({ length: FORGED }, async (_, index) => {
    const voucher = await signVoucher(other.privateKey, { ...content, awardId: randomUUID() })
    return asPlayer(size, index % FORGERS, 'deliver', { voucher })
  })
  return await Promise.all(forged)
}

const FLOODERS = 12

/** Calls of booths' staff, each full of awards for teams that nobody has: no limit of calls stops them. */
function flood(): PlannedRequest[] {
  return Array.from({ length: FLOODERS * 20 }, (_, index) => {
    const award = () => ({ team_id: randomUUID(), point_type: pointTypeId(0), award_id: randomUUID() })
    return asStaff(index % FLOODERS, 'awardMany', { awards: Array.from({ length: AWARDS_AT_ONCE }, award) })
  })
}

const HOSTILE: readonly Hostile[] = [
  // Together the connections make more than that, unless the server takes longer than 20 ms to refuse one.
  {
    ...{ name: '1,000 forged vouchers a second', requests: forge, wanted: '"code":"VOUCHER_INVALID"', mayBeLimited: false },
    ...{ connections: 80, pauseMs: 60, atLeastPerSecond: 1_000, goal: 2 },
  },
  {
    ...{ name: 'twelve accounts that flood award_many', requests: async () => flood(), wanted: OK, mayBeLimited: true },
    ...{ connections: 60, pauseMs: 1, atLeastPerSecond: 0, goal: 4 },
  },
]

/** A booth's awards while hostile accounts call, against the same without them. */
async function measure(bench: Bench, hostile: Hostile): Promise<Row[]> {
  const { plan, progress, databases, directory } = bench
  const { name, wanted, connections, pauseMs, goal } = hostile
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  const seconds = Math.ceil(plan.crowdSeconds / 3)
  const [alone, beside]: [Waits[], Waits[]] = [[], []]
  const faults: string[] = []
  try {
    const file = writeRequests(directory, 'hostile', await hostile.requests(bench, server.url))
    const before = await database.countAwards()
    for (const [typeAlone, typeBeside] of ROUNDS) {
      progress('a booth alone')
      alone.push(await awardsAtPace(server.url, plan, seconds, typeAlone))
      progress(`a booth beside ${name}`)
      const [waits, { failed, limited, broken, refusal, perSecond }] = await Promise.all([
        awardsAtPace(server.url, plan, seconds, typeBeside),
        runWrk({ url: server.url, load: ['readings', file, wanted, String(pauseMs)], connections, seconds }),
      ])
      beside.push(waits)
      const wrong = failed + broken + (hostile.mayBeLimited ? 0 : limited)
      if (wrong > 0) faults.push(`${wrong} of ${name} were answered otherwise: ${refusal}`)
      if (perSecond < hostile.atLeastPerSecond) faults.push(`only ${Math.round(perSecond)} calls a second`)
    }
    faults.push(...(await waitFaults(database, before, [...alone, ...beside])))
    const times = (waits: readonly Waits[]) => waits.flatMap((one) => one.times)
    const ratio = quantile(times(beside), 0.99) / quantile(times(alone), 0.99)
    const row: Row = {
      what: onEngine(`a booth's award beside ${name}`, bench),
      measured: shownTimes(times(beside)),
      floor: `without them: ${shownTimes(times(alone))}`,
      ratio: ratio.toFixed(2),
      goal: `p99 at most ${goal} times`,
      verdict: ratio <= goal ? 'met' : 'missed',
    }
    return [invalidate(row, faults)]
  } finally {
    await server.stop()
    await database.discard()
  }
}

export const measureHostile: Measure = async (bench) => {
  const rows: Row[] = []
  for (const hostile of HOSTILE) rows.push(...(await measure(bench, hostile)))
  return rows
}
