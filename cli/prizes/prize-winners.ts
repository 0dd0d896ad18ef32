import { placesUpTo } from '#rules/prizes'
import type { Reader } from '#server/db/database'
import { Failure } from '#server/failure'
import { readMembers, readPlaces } from '../export/places'

interface Person {
  readonly name: string
  readonly mobile: string
}

/** A team that gets a prize. */
export interface Winner {
  readonly place: number
  /** Whether another team has the same place. */
  readonly shared: boolean
  readonly teamName: string
  readonly points: number
  readonly captain: Person
  /** Without the captain. */
  readonly members: readonly Person[]
}

/** The teams of the first places, with all who share the last of them. Throws `Failure` if no team has points. */
export async function readWinners(db: Reader, top: number): Promise<readonly Winner[]> {
  const placed = placesUpTo(await readPlaces(db), top)
  if (placed.length === 0) throw new Failure('No team has points yet.')
  const members = await readMembers(db)
  return placed.map(({ teamId, teamName, rank, points, shared }) => {
    const [captain, ...others] = (members.get(teamId) ?? []).map(({ first_name, last_name, mobile }) => {
      return { name: `${first_name} ${last_name}`, mobile }
    })
    return { place: rank, shared, teamName, points, captain: captain ?? { name: '', mobile: '' }, members: others }
  })
}
