import { sql } from 'kysely'
import { RETENTION_YEARS } from '#contract/retention'
import { HOUR_MS, SESSION_LIFETIME_MS, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { audit, type By } from './audit'
import { type Database, type Reader, type Work, type Writer, writeOrTry } from './db/database'
import { erasedMobile, isErased, removeUnusedAccount } from './db/queries/accounts'
import { deleteOldReports } from './db/queries/booths'
import { endAccess, endExpiredSessions } from './db/queries/sessions'
import { findTeamOf, removeErasedMember } from './db/queries/teams'
import { recordBoothChanges } from './db/queries/voucher-signers'
import { countRows } from './db/statement'
import type { Tables, UsersTable } from './db/tables'
import { withoutTriggers } from './db/whole-tables'
import { hashSecret, randomId } from './random'
import { localTime } from './time'

const DAY_MS = 24 * 3_600_000
/** How far the clock may be behind or ahead of the newest row before it is doubted (ms). */
const [MAX_BEHIND_MS, MAX_AHEAD_MS] = [DAY_MS, 366 * DAY_MS]

interface CheckedClock {
  /** Why the clock is doubted; null if it is not. */
  readonly doubt: string | null
  /** Clock for expiring sessions and old rows. Returns 0 until a doubted clock is corrected. */
  readonly expiryNow: () => number
}

async function latest<T extends keyof Tables>(
  db: Reader,
  table: T,
  time: keyof Tables[T] & string,
): Promise<number> {
  const { rows } = await sql<{
    at: number | null
  }>`select max(${sql.ref(time)}) as at from ${sql.table(table)}`.execute(db)
  return rows[0]?.at ?? 0
}

/** Compares the clock with the newest rows, before anything is written with its times. */
export async function checkClock({ read }: Database, now: () => number): Promise<CheckedClock> {
  const newest = Math.max(
    await latest(read, 'awards', 'received_at'),
    await latest(read, 'sessions', 'renewed_at'),
    await latest(read, 'audit', 'at'),
  )
  const isPlausible = (time: number) =>
    time > newest - MAX_BEHIND_MS && time < newest + MAX_AHEAD_MS
  const time = now()
  if (newest === 0 || isPlausible(time)) return { doubt: null, expiryNow: now }
  return {
    doubt: `the clock says ${localTime(time)}, but the newest row is from ${localTime(newest)}; until the clock is set right, no session ends and nothing is purged`,
    expiryNow() {
      const later = now()
      return isPlausible(later) ? later : 0
    },
  }
}

/**
 * Removes everything personal from an account, and every way to sign in to it. The ledger and the
 * team's history keep the account's id, which then identifies nobody.
 */
export async function pseudonymise(db: Writer, person: UsersTable, now: number): Promise<void> {
  const { user_id } = person
  const hashes = [person.mobile, person.email_key].map(hashSecret)
  // This also revokes the keys of their devices. Vouchers signed with these may still arrive; the
  // organiser decides on them.
  await endAccess(db, [user_id], now)
  await recordBoothChanges(db, [{ userId: user_id, from: person.vendor_id, to: null }], now)
  await db.deleteFrom('sign_in_requests').where('asked_hash', 'in', hashes).execute()
  await db
    .deleteFrom('sms_sends')
    .where('recipient_hash', 'in', [...hashes, hashSecret(user_id)])
    .execute()
  await db
    .deleteFrom('wrong_codes')
    .where('account_hash', 'in', [...hashes, hashSecret(user_id)])
    .execute()
  const own = [
    'push_subscriptions',
    'booth_devices',
    'refusals',
    'refusals_beyond',
    'invites',
  ] as const
  for (const table of own) await db.deleteFrom(table).where('user_id', '=', user_id).execute()
  await db
    .updateTable('sms_messages')
    .set({ user_id: null })
    .where('user_id', '=', user_id)
    .execute()
  const team = await findTeamOf(db, user_id)
  if (team !== undefined) await removeErasedMember(db, team, user_id, now)
  const nickname = `obrisano-${randomId(40)}`
  await db
    .updateTable('users')
    .set({
      first_name: '–',
      last_name: '–',
      nickname,
      nickname_key: nickname,
      email: '',
      email_key: '',
      mobile: erasedMobile(user_id),
      browser_hash: null,
      vendor_id: null,
      organiser_since: null,
      // Block further sign-ins, even by a printed link.
      blocked_at: person.blocked_at ?? now,
    })
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * Keep unused registrations at least this long after they were made (ms), in case an SMS failed,
 * and longer while a link or code for them exists.
 */
const UNUSED_REGISTRATION_MS = 30 * 24 * HOUR_MS

/** Numbers of deleted rows by kind. */
export type Purged = Awaited<ReturnType<typeof purgeIn>>

function yearsBefore(now: number, years: number): number {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() - years)
}

/** Deletes a table's rows with times up to `until` (ms). Returns how many. */
async function deleteUntil<T extends keyof Tables>(
  db: Writer,
  table: T,
  time: keyof Tables[T] & string,
  until: number,
) {
  const result =
    await sql`delete from ${sql.table(table)} where ${sql.ref(time)} <= ${until}`.execute(db)
  return Number(result.numAffectedRows)
}

/** Builds the condition that an account has no matching row in a table. */
function hasNo(table: keyof Tables, condition = sql`true`) {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} as own where own.user_id = users.user_id and ${condition})`
}

/**
 * Deletes expired sessions, and reports of booths' devices whose sessions would have expired. Clears
 * the address and browser of sessions that began by `before` (ms) and have been renewed since.
 */
async function purgeSessions(db: Writer, now: number, before: number): Promise<number> {
  const ended = await endExpiredSessions(db, now)
  await deleteOldReports(db, now - SESSION_LIFETIME_MS)
  await db
    .updateTable('sessions')
    .set({ address: '', user_agent: '' })
    .where('created_at', '<=', before)
    .execute()
  return ended
}

async function purgeRegistrations(db: Writer, now: number): Promise<number> {
  const unused = await db
    .selectFrom('users')
    .where('first_signed_in_at', 'is', null)
    .where('imported', '=', 0)
    .where('created_at', '<=', now - UNUSED_REGISTRATION_MS)
    .where(hasNo('organiser_links'))
    .where(hasNo('sign_in_requests'))
    .select('user_id')
    .execute()
  for (const { user_id } of unused) await removeUnusedAccount(db, user_id)
  return unused.length
}

async function purgePeople(db: Writer, now: number, before: number): Promise<number> {
  const old = await db
    .selectFrom('users')
    .selectAll()
    .where('created_at', '<=', before)
    .where(({ eb, fn, lit }) => eb(fn.coalesce('first_signed_in_at', lit(0)), '<=', before))
    .where(({ eb, fn, lit }) => eb(fn.coalesce('organiser_since', lit(0)), '<=', before))
    .where(hasNo('sessions'))
    .where(hasNo('memberships', sql`own.joined_at > ${before}`))
    .where(hasNo('awards', sql`own.received_at > ${before}`))
    .execute()
  const people = old.filter((person) => !isErased(person))
  for (const person of people) await pseudonymise(db, person, now)
  return people.length
}

/**
 * Deletes old audit entries. Triggers forbid deletions, so switches the triggers off, but only if
 * there is something to delete.
 */
async function purgeAudit(db: Writer, before: number): Promise<number> {
  const total = await countRows(db.selectFrom('audit').where('at', '<=', before))
  if (total === 0) return 0
  await withoutTriggers(
    db,
    async () => void (await db.deleteFrom('audit').where('at', '<=', before).execute()),
    ['audit'],
  )
  return total
}

async function purgeRecords(db: Writer, before: number): Promise<number> {
  return (
    (await deleteUntil(db, 'refusals', 'refused_at', before)) +
    (await deleteUntil(db, 'refusals_beyond', 'last_at', before)) +
    (await deleteUntil(db, 'tag_touches', 'received_at', before)) +
    (await deleteUntil(db, 'tag_refusals', 'refused_at', before)) +
    (await deleteUntil(db, 'late_entries', 'received_at', before)) +
    (await deleteUntil(db, 'messages', 'sent_at', before)) +
    (await deleteUntil(db, 'team_log', 'at', before)) +
    (await purgeAudit(db, before))
  )
}

async function purgeIn(db: Writer, now: number) {
  const technical = yearsBefore(now, RETENTION_YEARS.technical)
  const contract = yearsBefore(now, RETENTION_YEARS.contract)
  return {
    sessions: await purgeSessions(db, now, technical),
    signInRequests: await deleteUntil(db, 'sign_in_requests', 'link_expires_at', now),
    links: await deleteUntil(db, 'organiser_links', 'created_at', technical),
    counters:
      (await deleteUntil(db, 'sms_sends', 'sent_at', now - HOUR_MS)) +
      (await deleteUntil(db, 'wrong_codes', 'tried_at', now - WRONG_CODES_WINDOW_MS)),
    sms: await deleteUntil(db, 'sms_messages', 'begun_at', technical),
    registrations: await purgeRegistrations(db, now),
    /**
     * Refusals, used proofs, late entries, messages, and entries of teams' histories and of the
     * audit trail.
     */
    records: await purgeRecords(db, contract),
    /** Anonymised accounts. */
    people: await purgePeople(db, now, contract),
  }
}

/**
 * Deletes data older than the terms allow, beside a running server. `by` is null for the server's
 * daily run, which is audited only if it affected people or records.
 */
export async function purge(
  db: Database,
  now: number,
  { by, dryRun }: { readonly by: By | null; readonly dryRun: boolean },
): Promise<Purged> {
  const work: Work<Purged> = async (writer, notify) => {
    const purged = await purgeIn(writer, now)
    // Only erased people change what open screens show; nobody waits for old rows to disappear.
    if (purged.people === 0) notify('nobody')
    if (by !== null || purged.people + purged.records > 0) {
      const rows = Object.values<number>({ ...purged }).reduce((sum, one) => sum + one, 0)
      await audit(writer, now, by ?? { userId: null, reason: null }, {
        what: 'purge',
        about: String(rows),
      })
    }
    return purged
  }
  const purged = await writeOrTry(db, { kind: 'event' }, work, dryRun)
  if (!dryRun && Object.values(purged).some((rows) => rows > 0)) await db.forgetDeleted()
  return purged
}

/** Delay of the first purge (ms), until after the rush of a start. */
const FIRST_MS = 60_000

/**
 * Purges a minute after the start and then daily, but not while the clock is in doubt. Returns a
 * function that stops this after the current run.
 */
export function startDailyPurge(
  db: Database,
  expiryNow: () => number,
  onError: (reason: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    // A failed purge is retried the next day.
    running = running.then(() => purge(db, expiryNow(), { by: null, dryRun: false })).catch(onError)
  }
  const first = setTimeout(run, FIRST_MS).unref()
  const timer = setInterval(run, DAY_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
