import { MEDALS, type Medal } from '#rules/medals'

/** Those that this version knows: a newer server may name others. */
export function earnedOf(ids: readonly string[] = []): readonly Medal[] {
  return MEDALS.filter((medal) => ids.includes(medal))
}
