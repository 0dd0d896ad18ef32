import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { exportPublicKey, makeSigningKey, signVoucher } from '#contract/voucher'
import { invalidate, quantile, type Row } from '../../report/row'
import { awardsAtPace, shownTimes, type Waits, waitFaults } from '../award-load'
import { type Bench, type Measure, onEngine } from '../bench'
import { boothId, pointTypeId, teamId } from '../event'
import { startProduct } from '../product'
import { asPlayer, asStaff, send, writeRequests } from '../requests'
import { type Load, runWrk } from '../wrk'

const PER_SECOND = 1_000
/** Together they make more than that, unless the server takes longer than 20 ms to refuse one. */
const [CONNECTIONS, PAUSE_MS] = [80, 60]
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
async function forge({ plan: { size }, directory }: Bench, url: string): Promise<string> {
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
  return writeRequests(directory, 'forged', await Promise.all(forged))
}

/** Delivers them by a process of its own, whose work does not delay the awards. */
async function deliverAtPace(url: string, file: string, seconds: number): Promise<Load> {
  const load = ['readings', file, '"code":"VOUCHER_INVALID"', String(PAUSE_MS)] as const
  return await runWrk({ url, load, connections: CONNECTIONS, seconds })
}

/** A booth's awards while forged vouchers arrive, against the same without them. */
export const measureForged: Measure = async (bench) => {
  const { plan, progress, databases } = bench
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  const seconds = Math.ceil(plan.crowdSeconds / 3)
  const [alone, beside]: [Waits[], Waits[]] = [[], []]
  const loads: Load[] = []
  try {
    const forged = await forge(bench, server.url)
    const before = await database.countAwards()
    for (const [typeAlone, typeBeside] of ROUNDS) {
      progress('a booth alone')
      alone.push(await awardsAtPace(server.url, plan, seconds, typeAlone))
      progress(`a booth beside ${PER_SECOND} forged vouchers a second`)
      const [waits, load] = await Promise.all([
        awardsAtPace(server.url, plan, seconds, typeBeside),
        deliverAtPace(server.url, forged, seconds),
      ])
      beside.push(waits)
      loads.push(load)
    }
    const perSecond = Math.min(...loads.map((load) => load.perSecond))
    const faults = [
      ...(await waitFaults(database, before, [...alone, ...beside])),
      ...loads.flatMap(({ failed, limited, broken, refusal }) =>
        failed + limited + broken > 0
          ? [`${failed + limited + broken} forged vouchers were not refused as forged: ${refusal}`]
          : [],
      ),
      ...(perSecond < PER_SECOND ? [`only ${Math.round(perSecond)} forged vouchers a second`] : []),
    ]
    const times = (waits: readonly Waits[]) => waits.flatMap((one) => one.times)
    const ratio = quantile(times(beside), 0.99) / quantile(times(alone), 0.99)
    const row: Row = {
      what: onEngine(`a booth's award beside ${PER_SECOND.toLocaleString('en')} forged vouchers a second`, bench),
      measured: shownTimes(times(beside)),
      floor: `without them: ${shownTimes(times(alone))}`,
      ratio: ratio.toFixed(2),
      goal: `p99 at most ${GOAL} times`,
      verdict: ratio <= GOAL ? 'met' : 'missed',
    }
    return [invalidate(row, faults)]
  } finally {
    await server.stop()
    await database.discard()
  }
}
