import type { Reader } from '#server/db/database'
import { BY_NICKNAME } from '#server/db/queries/accounts'
import { Failure } from '#server/failure'

/** For whom links are made. */
export type Wanted = ({ readonly who: 'staff'; readonly vendorId: string | undefined } | { readonly who: 'organisers' }) & {
  readonly notSignedIn: boolean
}

/** Staff in the order of their booths on screen, or organisers; without the blocked, whom a link would not sign in. */
async function readPeople(db: Reader, who: Wanted['who']) {
  return await db
    .selectFrom('users')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.blocked_at', 'is', null)
    .where(who === 'staff' ? 'users.vendor_id' : 'users.organiser_since', 'is not', null)
    .orderBy('vendors.position')
    .orderBy('vendors.vendor_id')
    .orderBy(BY_NICKNAME)
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.mobile'])
    .select(['vendors.vendor_id', 'vendors.name as vendor_name', 'users.first_signed_in_at'])
    .execute()
}
export type LinkedPerson = Awaited<ReturnType<typeof readPeople>>[number]

/** Why there is nobody. */
async function nobody(db: Reader, wanted: Wanted): Promise<Failure> {
  if (wanted.who === 'organisers')
    return new Failure('The event has no organisers yet; name them in the event file and apply it.')
  const { vendorId } = wanted
  if (vendorId === undefined) return new Failure('No booth has staff yet; name them in the event file and apply it.')
  const vendors = await db.selectFrom('vendors').orderBy('position').select('vendor_id').execute()
  const known = vendors.map(({ vendor_id }) => vendor_id)
  if (known.includes(vendorId)) return new Failure(`The booth "${vendorId}" has no staff who may sign in.`)
  return new Failure(`There is no booth "${vendorId}"; the event knows ${known.length === 0 ? 'none yet' : known.join(', ')}.`)
}

/** The people who get a link. Throws `Failure` if there is nobody. */
export async function findPeople(db: Reader, wanted: Wanted): Promise<readonly LinkedPerson[]> {
  const vendorId = wanted.who === 'staff' ? wanted.vendorId : undefined
  const people = (await readPeople(db, wanted.who)).filter(({ vendor_id }) => vendorId === undefined || vendor_id === vendorId)
  if (people.length === 0) throw await nobody(db, wanted)
  const left = wanted.notSignedIn ? people.filter(({ first_signed_in_at }) => first_signed_in_at === null) : people
  if (left.length === 0) throw new Failure('All of them have signed in already, so no link was made.')
  return left
}
