import type { PointType } from '#contract/entities'
import { uniqueNickname } from '#rules/account'
import { SESSION_LIFETIME_MS } from '#rules/sign-in'
import type { Database, Writer } from '#server/db/database'
import { REHEARSAL_PREFIX } from '#server/db/queries/rehearsal'
import { inBatches } from '#server/db/statement'
import { hashSecret, randomId, randomToken } from '#server/random'
import type { Size } from './size'

const TEAM_SIZE = 4
const BONUS_TAGS = 5

/** Signs in with a link, as everybody does, or starts with a session where too many would come from one address at once. */
export type Entry = { readonly by: 'link' | 'session'; readonly token: string }

interface Account {
  readonly userId: string
  readonly nickname: string
  readonly entry: Entry
}

export interface BoothCast extends Account {
  readonly vendorId: string
}

export interface TeamCast {
  readonly name: string
  /** The team's sticker; null for a team without one. */
  readonly tag: string | null
  /** The first is the captain. */
  readonly members: readonly Account[]
}

/** Everybody and everything of one rehearsal. */
export interface Cast {
  readonly run: string
  readonly booths: readonly BoothCast[]
  /** Shows that the server works on this database; plays no part. */
  readonly probe: Account
  readonly teams: readonly TeamCast[]
  /** May be given again and again. */
  readonly free: PointType
  /** Once for each team and booth: its pause is longer than the rehearsal. */
  readonly once: PointType
  readonly bonus: PointType
  readonly bonusTags: readonly string[]
}

/** One of `total` in `share`, spread evenly. */
const isChosen = (index: number, share: number) => Math.floor((index + 1) * share) > Math.floor(index * share)

/**
 * Plans a rehearsal's people.
 * @param links how many may sign in with a link
 * @param teamMax the most members that the event allows, 0 = no limit
 */
export function planCast({ players, booths, minutes }: Size, links: number, teamMax: number): Cast {
  const run = randomId(25)
  const id = (what: string) => `${REHEARSAL_PREFIX}${run}.${what}`
  const share = Math.min(1, links / (players + booths))
  let people = 0
  const account = (letter: string, index: number): Account => {
    const by = isChosen(people++, share) ? 'link' : 'session'
    const name = `${letter}${index + 1}`
    return { userId: id(name), nickname: `proba-${run}-${name}`, entry: { by, token: randomToken() } }
  }
  const type = (name: string, label: string, points: number, cooldown_seconds: number): PointType => ({
    ...{ point_type: id(name), label: `${label} (proba)`, points, cooldown_seconds },
  })
  const size = teamMax === 0 ? TEAM_SIZE : Math.min(TEAM_SIZE, teamMax)
  const cast = Array.from({ length: booths }, (_, index) => ({ ...account('b', index), vendorId: id(`booth${index + 1}`) }))
  const everyone = Array.from({ length: players }, (_, index) => account('p', index))
  const teams = Array.from({ length: Math.ceil(players / size) }, (_, index) => ({
    name: `Proba ${run} ${index + 1}`,
    tag: index % 2 === 0 ? id(`team${index + 1}`) : null,
    members: everyone.slice(index * size, (index + 1) * size),
  }))
  const probe: Account = { userId: id('probe'), nickname: `proba-${run}`, entry: { by: 'session', token: randomToken() } }
  return {
    ...{ run, booths: cast, probe, teams },
    free: type('free', 'Sudjelovanje', 5, 0),
    once: type('once', 'Pobjeda', 25, Math.ceil(minutes * 60) * 10),
    bonus: type('bonus', 'Skriveno blago', 7, 0),
    bonusTags: Array.from({ length: BONUS_TAGS }, (_, index) => id(`treasure${index + 1}`)),
  }
}

/** Entered as by the organiser, so that the account stands before its first sign-in. Its number is none, so no SMS goes there. */
function userRow({ userId, nickname, entry }: Account, vendor_id: string | null, now: number) {
  const email = `${nickname}@example.invalid`
  return {
    ...{ user_id: userId, first_name: 'Proba', last_name: nickname, email, email_key: email, mobile: userId },
    ...{ nickname, nickname_key: uniqueNickname(nickname), vendor_id, imported: 1, created_at: now },
    first_signed_in_at: entry.by === 'session' ? now : null,
  }
}

async function insertBooths(db: Writer, { booths, free, once, bonus }: Cast): Promise<void> {
  const last = await db
    .selectFrom('vendors')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst()
  const from = (last?.position ?? 0) + 1
  const types = [free, once, bonus].map((type, index) => ({ ...type, position: 1_000_000 + index }))
  await db.insertInto('point_types').values(types).execute()
  const vendors = booths.map(({ vendorId }, index) => {
    const text = { location: 'Proba', description: 'Štand probe.' }
    return { vendor_id: vendorId, name: `Proba ${index + 1}`, ...text, position: from + index }
  })
  await inBatches(vendors, (rows) => db.insertInto('vendors').values(rows).execute())
  const offers = booths.flatMap(({ vendorId }) =>
    [free, once].map(({ point_type }, position) => ({ vendor_id: vendorId, point_type, position })),
  )
  await inBatches(offers, (rows) => db.insertInto('vendor_point_types').values(rows).execute())
}

function tagRows({ teams, bonus, bonusTags }: Cast, created_at: number) {
  return [
    ...teams.flatMap(({ tag }) =>
      tag === null ? [] : [{ nfc_id: tag, nfc_type: 'team' as const, point_type: null, created_at }],
    ),
    ...bonusTags.map((nfc_id) => ({ nfc_id, nfc_type: 'bonus' as const, point_type: bonus.point_type, created_at })),
  ]
}

/** Enters the rehearsal's people, booths, point types and tags. */
export async function insertCast(db: Database, cast: Cast, now: number): Promise<void> {
  const players = [cast.probe, ...cast.teams.flatMap(({ members }) => members)]
  const everyone = [...cast.booths, ...players]
  const links = everyone.filter(({ entry }) => entry.by === 'link')
  const sessions = everyone.filter(({ entry }) => entry.by === 'session')
  await db.write({ on: 'event' }, async (writer) => {
    await insertBooths(writer, cast)
    const users = [
      ...cast.booths.map((booth) => userRow(booth, booth.vendorId, now)),
      ...players.map((player) => userRow(player, null, now)),
    ]
    await inBatches(users, (rows) => writer.insertInto('users').values(rows).execute())
    const hashOf = ({ entry }: Account) => hashSecret(entry.token)
    await inBatches(
      links.map((one) => ({ token_hash: hashOf(one), user_id: one.userId, created_at: now })),
      (rows) => writer.insertInto('organiser_links').values(rows).execute(),
    )
    const times = { created_at: now, renewed_at: now, expires_at: now + SESSION_LIFETIME_MS }
    await inBatches(
      sessions.map((one) => ({ token_hash: hashOf(one), user_id: one.userId, ...times, address: '', user_agent: '' })),
      (rows) => writer.insertInto('sessions').values(rows).execute(),
    )
    await inBatches(tagRows(cast, now), (rows) => writer.insertInto('tags').values(rows).execute())
  })
}
