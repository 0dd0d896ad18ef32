/**
 * A hash of a text, 32 bits, unsigned: FNV-1a over code points instead of bytes. Nothing stores it,
 * but a team's emblem and stars are derived from it and would change with it.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
