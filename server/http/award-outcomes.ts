import type { CallName, CallOutput } from '#contract/calls'
import { type Code, REFUSED_FOR_GOOD } from '#contract/codes'
import type { PreparedOutput } from '../readings/prepared'

/** What became of one award that was sent. `failed` is no verdict: the device sends it again. */
export interface AwardOutcome {
  readonly outcome: 'recorded' | 'duplicate' | 'refused' | 'failed'
  readonly code: string
}

const recorded = (duplicate: boolean): AwardOutcome => ({ outcome: duplicate ? 'duplicate' : 'recorded', code: 'OK' })

function refused(code: string): AwardOutcome {
  return { outcome: code === 'UNAVAILABLE' || code === 'INTERNAL' ? 'failed' : 'refused', code }
}

/** What an answered call decided of awards, for the metrics. */
export function awardOutcomes(call: CallName | null, output: CallOutput<CallName> | PreparedOutput): AwardOutcome[] {
  if ((call === 'awardPoints' || call === 'deliver') && 'duplicate' in output) return [recorded(output.duplicate)]
  if (call !== 'awardMany' || !('results' in output)) return []
  return output.results.map((result) => (result.status === 'OK' ? recorded(result.duplicate) : refused(result.code)))
}

/** The same of a call that was refused; of a batch that failed as a whole nothing was decided. */
export function refusedAward(call: CallName | null, code: Code): AwardOutcome[] {
  return call === 'awardPoints' || call === 'deliver' ? [refused(code)] : []
}

const final: ReadonlySet<string> = new Set(REFUSED_FOR_GOOD)

/** Whether the award has left its sender's outbox. */
export function isDecided({ outcome, code }: AwardOutcome): boolean {
  return outcome === 'recorded' || outcome === 'duplicate' || final.has(code)
}
