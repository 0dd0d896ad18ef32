import { fnv1a } from './fnv'

/** Number of emblems; they are numbered 0 to 11. */
export const EMBLEMS = 12

/** Returns the emblem picked by the captain, or a fixed one derived from the team's id. */
export function emblemOf(teamId: string, picked?: number | null): number {
  if (picked != null && Number.isInteger(picked) && picked >= 0 && picked < EMBLEMS) return picked
  return fnv1a(teamId) % EMBLEMS
}
