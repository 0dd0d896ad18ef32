import { MEDALS, type Medal } from '#rules/medals'
import { medalTexts } from '#texts/medals'

/** The name of a medal; null for one of a newer server that this page does not know. */
export function medalName(id: string): string | null {
  const known = MEDALS.find((medal) => medal === id)
  return known === undefined ? null : medalTexts.medals[known].name
}

/** Those that this version knows: a newer server may name others. */
export function earnedOf(ids: readonly string[] = []): readonly Medal[] {
  return MEDALS.filter((medal) => ids.includes(medal))
}
