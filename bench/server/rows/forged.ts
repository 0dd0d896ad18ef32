import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportPublicKey, makeSigningKey, signVoucher } from '#contract/voucher'
import { invalidate, median, quantile, type Row } from '../../report/row'
import { awardsAtPace, type Waits } from '../award-load'
import { type Bench, boothId, type Measure, onEngine, pointTypeId, teamId } from '../bench'
import { startProduct } from '../product'
import { asPlayer, asStaff, type PlannedRequest, send } from '../requests'

const PER_SECOND = 1_000
/** So many that none is limited: an account makes up to a hundred calls a second. */
const FORGERS = 40
const FORGED = 400
/** How much later the slowest award of a hundred may be answered than without forgery. */
const GOAL = 2
/** The point types of two rounds: without forgery and beside it, in turn. */
const ROUNDS = [
  [1, 2],
  [3, 4],
] as const

/** Vouchers that name a registered device and are signed by another key, so that only the signature tells. */
async function forge({ plan: { size } }: Bench, url: string, agent: Agent): Promise<readonly PlannedRequest[]> {
  const [own, other] = [await makeSigningKey(), await makeSigningKey()]
  const answer = await send(url, asStaff(0, 'registerDevice', { public_key: await exportPublicKey(own) }), agent)
  const { device_id: deviceId } = JSON.parse(answer.body.toString()) as { readonly device_id: string }
  const content = { deviceId, vendorId: boothId(0), teamId: teamId(0), pointType: pointTypeId(0), madeAt: Date.now() }
  const forged = Array.from({ length: FORGED }, async (_, index) => {
    const voucher = await signVoucher(other.privateKey, { ...content, awardId: randomUUID() })
    return asPlayer(size, index % FORGERS, 'deliver', { voucher })
  })
  return await Promise.all(forged)
}

/** Delivers them at a fixed rate. Returns how many were not refused as forged. */
async function deliverAtPace(url: string, forged: readonly PlannedRequest[], seconds: number, agent: Agent): Promise<number> {
  const started = performance.now()
  let others = 0
  async function give(one: PlannedRequest, index: number): Promise<void> {
    await sleep(Math.max(0, started + (index * 1000) / PER_SECOND - performance.now()))
    const refused = await send(url, one, agent).then(
      ({ body }) => body.includes('"code":"VOUCHER_INVALID"'),
      () => false,
    )
    if (!refused) others += 1
  }
  const all = Array.from({ length: seconds * PER_SECOND }, (_, index) => forged[index % forged.length])
  await Promise.all(all.map((one, index) => one && give(one, index)))
  return others
}

const shown = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, longest ${quantile(times, 1).toFixed(1)} ms`

/** A booth's awards while forged vouchers arrive, against the same without them. */
export const measureForged: Measure = async (bench) => {
  const { plan, progress, databases } = bench
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  const agent = new Agent({ keepAlive: true })
  const seconds = Math.ceil(plan.crowdSeconds / 3)
  const [alone, beside]: [Waits[], Waits[]] = [[], []]
  let others = 0
  try {
    const forged = await forge(bench, server.url, agent)
    const before = await database.countAwards()
    for (const [typeAlone, typeBeside] of ROUNDS) {
      progress('a booth alone')
      alone.push(await awardsAtPace(server.url, plan, seconds, typeAlone))
      progress(`a booth beside ${PER_SECOND} forged vouchers a second`)
      const [waits, unrefused] = await Promise.all([
        awardsAtPace(server.url, plan, seconds, typeBeside),
        deliverAtPace(server.url, forged, seconds, agent),
      ])
      beside.push(waits)
      others += unrefused
    }
    const all = [...alone, ...beside]
    const refusals = all.flatMap((waits) => waits.refusals)
    const recorded = all.reduce((sum, waits) => sum + waits.recorded, 0)
    const added = (await database.countAwards()) - before
    const faults = [
      ...(refusals.length > 0 ? [`${refusals.length} awards were refused: ${refusals[0]}`] : []),
      ...(added === recorded ? [] : [`${recorded} awards answered, ${added} recorded`]),
      ...(others > 0 ? [`${others} forged vouchers were not refused as forged`] : []),
    ]
    const times = (waits: readonly Waits[]) => waits.flatMap((one) => one.times)
    const ratio = quantile(times(beside), 0.99) / quantile(times(alone), 0.99)
    const row: Row = {
      what: onEngine(`a booth's award beside ${PER_SECOND.toLocaleString('en')} forged vouchers a second`, bench),
      measured: shown(times(beside)),
      floor: `without them: ${shown(times(alone))}`,
      ratio: ratio.toFixed(2),
      goal: `p99 at most ${GOAL} times`,
      verdict: ratio <= GOAL ? 'met' : 'missed',
    }
    return [invalidate(row, faults)]
  } finally {
    agent.destroy()
    await server.stop()
    await database.discard()
  }
}
