/** How many emblems a team can have: 0 to 11. */
export const EMBLEMS = 12

const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** A team's emblem: the one that its founder picked, else one derived from its id, always the same (FNV-1a). */
export function emblemOf(teamId: string, picked?: number | null): number {
  if (picked != null && Number.isInteger(picked) && picked >= 0 && picked < EMBLEMS) return picked
  let hash = HASH_START
  for (const character of teamId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), HASH_PRIME)
  return (hash >>> 0) % EMBLEMS
}
