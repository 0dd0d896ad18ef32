import type { TeamPoints } from '../../arrival/arrival'

/** Whether the evening can be told: the event is over, and its ranking no more frozen. */
export function isEveningOver({ ends_at, frozen }: Pick<TeamPoints, 'ends_at' | 'frozen'>, now: number): boolean {
  return ends_at != null && frozen === false && now >= Date.parse(ends_at)
}
