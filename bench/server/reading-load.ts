import type { Bench } from './bench'
import type { Contestant } from './in-turn'
import type { RunningServer } from './product'
import { type Load, runWrk } from './wrk'

const CONNECTIONS = 32
const CHECKED_SECONDS = 2
/** How much the size of responses may differ from those that were parsed. */
const SIZE_TOLERANCE = 0.1

function faultsOf(name: string, load: Load): string[] {
  const { broken, badStatus, failed, limited, refusal } = load
  return [
    ...(broken > 0 ? [`${name}: ${broken} connections broke or timed out`] : []),
    ...(badStatus > 0 ? [`${name}: ${badStatus} answers with a bad status`] : []),
    ...(failed + limited > 0 ? [`${name}: ${failed + limited} answers were not OK: ${refusal}`] : []),
  ]
}

/**
 * Readings of one server in rounds. In the first round each response is parsed and must be OK. In the measured rounds only
 * status and size are compared, because parsing would measure the client.
 */
export async function readingLoad(
  bench: Bench,
  server: RunningServer,
  { name, file, faults }: { name: string; file: string; faults: string[] },
): Promise<Contestant> {
  const { plan, directory } = bench
  const load = { url: server.url, script: 'readings', connections: CONNECTIONS } as const
  const checked = await runWrk(
    { ...load, seconds: Math.min(CHECKED_SECONDS, plan.readingSeconds), args: [file, 'check'] },
    directory,
  )
  faults.push(...faultsOf(name, checked))
  if (checked.ok === 0) faults.push(`${name}: nothing was answered`)
  return {
    name,
    async run() {
      const measured = await runWrk({ ...load, seconds: plan.readingSeconds, args: [file] }, directory)
      faults.push(...faultsOf(name, measured))
      const change = Math.abs(measured.bytesPerAnswer / checked.bytesPerAnswer - 1)
      if (!(change <= SIZE_TOLERANCE)) faults.push(`${name}: answers of another size than those that were read`)
      return measured.perSecond
    },
  }
}
