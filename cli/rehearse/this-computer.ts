import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

/** How busy the computer was on which the rehearsal ran: latencies contain that. */
export interface ThisComputer {
  /** How late its own timers were (ms). */
  readonly late_p99_ms: number
  readonly late_longest_ms: number
  /** The share of the time in which the rehearsal itself computed: at 1, answers wait for it. */
  readonly own_share: number
  /** Over the last minute; 0 where the system does not say. */
  readonly load: number
  readonly cores: number
}

/** How often timers are checked (ms). */
const RESOLUTION_MS = 10

/** Watches this computer until the function that it returns is called. */
export function watchThisComputer(): () => ThisComputer {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const before = performance.eventLoopUtilization()
  return () => {
    delay.disable()
    const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    return {
      ...{ late_p99_ms: late(delay.percentile(99)), late_longest_ms: late(delay.max) },
      own_share: performance.eventLoopUtilization(before).utilization,
      ...{ load: loadavg()[0] ?? 0, cores: availableParallelism() },
    }
  }
}
