import { fnv1a } from './fnv'

/** How many emblems a team can have: 0 to 11. */
export const EMBLEMS = 12

/** A team's emblem: the one that its founder picked, else one derived from its id, always the same. */
export function emblemOf(teamId: string, picked?: number | null): number {
  if (picked != null && Number.isInteger(picked) && picked >= 0 && picked < EMBLEMS) return picked
  return fnv1a(teamId) % EMBLEMS
}
