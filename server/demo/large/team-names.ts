import { uniqueTeamName } from '#rules/team-name'
import type { Chance } from './chance'
import { COMPANIES, CREATURES, KEEPERS, OWN_NAMES, PLACES, PLURAL_ADJECTIVES, SINGULAR_ADJECTIVES } from './words'

function composeName(chance: Chance): string {
  const kind = chance.next()
  if (kind < 0.45) return `${chance.pick(PLURAL_ADJECTIVES)} ${chance.pick(CREATURES)}`
  if (kind < 0.7) return `${chance.pick(SINGULAR_ADJECTIVES)} ${chance.pick(COMPANIES)}`
  return `${chance.pick(KEEPERS)} ${chance.pick(PLACES)}`
}

/** Creates this many names without duplicates or taken ones. */
export function makeTeamNames(chance: Chance, count: number, taken: readonly string[]): string[] {
  const keys = new Set(taken.map(uniqueTeamName))
  const names: string[] = []
  const add = (name: string) => {
    const key = uniqueTeamName(name)
    if (keys.has(key)) return
    keys.add(key)
    names.push(name)
  }
  const own = OWN_NAMES.values()
  while (names.length < count) {
    const name = chance.isTrue(0.1) ? own.next().value : undefined
    add(name ?? composeName(chance))
  }
  return names
}
