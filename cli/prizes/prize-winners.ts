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
  // A team without points has no place.
  const ranked = (await readPlaces(db)).filter(({ rank, points }) => rank <= top && points > 0)
  if (ranked.length === 0) throw new Failure('No team has points yet.')
  const members = await readMembers(db)
  return ranked.map(({ teamId, teamName, rank, points }) => {
    const [captain, ...others] = (members.get(teamId) ?? []).map(({ first_name, last_name, mobile }) => {
      return { name: `${first_name} ${last_name}`, mobile }
    })
    const shared = ranked.filter((one) => one.rank === rank).length > 1
    return { place: rank, shared, teamName, points, captain: captain ?? { name: '', mobile: '' }, members: others }
  })
}
