import type { AuditedAction, HistoryEntry, HistoryKind } from '#contract/organiser-entities'
import { isoTime, isoTimeOrNull } from '../../time'
import type { Reader } from '../database'
import { selectAudit } from './audit'

/** Maximum number of entries of each kind: more than a team has in an event of several days. */
const MAX_ENTRIES = 2_000

const NOTHING = {
  who: null,
  person: null,
  vendor_name: null,
  label: null,
  points: null,
  award_id: null,
  voided: null,
  code: null,
  reason: null,
  about: null,
} as const

type HistoryFacts = Partial<Omit<HistoryEntry, 'at' | 'received_at'>> & {
  readonly at: number
  readonly received_at?: number
}

const entryOf = (
  kind: HistoryKind | AuditedAction,
  { at, received_at, ...own }: HistoryFacts,
): HistoryEntry => ({
  ...NOTHING,
  ...own,
  kind,
  at: isoTime(at),
  received_at: isoTimeOrNull(received_at ?? null),
})

/** A half-open time span (ms). */
interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** Selects ledger entries with names; the caller adds who made or voided them and when. */
function selectEntries(db: Reader, teamId: string) {
  return db
    .selectFrom('awards')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.team_id', '=', teamId)
    .limit(MAX_ENTRIES)
    .select([
      'awards.award_id',
      'awards.points',
      'point_types.label',
      'vendors.name as vendor_name',
    ])
}

async function readLedger(
  db: Reader,
  teamId: string,
  { from, until }: TimeSpan,
): Promise<HistoryEntry[]> {
  const rows = await selectEntries(db, teamId)
    .leftJoin('users', 'users.user_id', 'awards.user_id')
    .where('awards.awarded_at', '>=', from)
    .where('awards.awarded_at', '<', until)
    .orderBy('awards.awarded_at', 'desc')
    .select([
      'awards.kind',
      'awards.awarded_at as at',
      'awards.received_at',
      'awards.reason',
      'users.nickname as who',
      'voids.voided_at',
    ])
    .execute()
  return rows.map(({ kind, voided_at, ...row }) =>
    entryOf(kind, { ...row, voided: voided_at !== null }),
  )
}

async function readVoids(
  db: Reader,
  teamId: string,
  { from, until }: TimeSpan,
): Promise<HistoryEntry[]> {
  const rows = await selectEntries(db, teamId)
    .leftJoin('users', 'users.user_id', 'voids.user_id')
    .where('voids.voided_at', '>=', from)
    .where('voids.voided_at', '<', until)
    .orderBy('voids.voided_at', 'desc')
    .select(['voids.voided_at', 'users.nickname as who'])
    .execute()
  return rows.map(({ voided_at, ...row }) =>
    entryOf('void', { ...row, at: voided_at ?? 0, points: -row.points }),
  )
}

async function readRefusals(
  db: Reader,
  teamId: string,
  { from, until }: TimeSpan,
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('refusals')
    .leftJoin('point_types', 'point_types.point_type', 'refusals.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'refusals.vendor_id')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .where('refusals.team_id', '=', teamId)
    .where('refusals.made_at', '>=', from)
    .where('refusals.made_at', '<', until)
    .orderBy('refusals.refused_at', 'desc')
    .limit(MAX_ENTRIES)
    .select([
      'refusals.award_id',
      'refusals.code',
      'refusals.made_at as at',
      'refusals.refused_at as received_at',
      'vendors.name as vendor_name',
      'users.nickname as who',
    ])
    .select((eb) => eb.fn.coalesce('point_types.label', 'refusals.point_type').as('label'))
    .execute()
  return rows.map((row) => entryOf('refusal', row))
}

async function readMoves(db: Reader, teamId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('team_log')
    .leftJoin('users as person', 'person.user_id', 'team_log.user_id')
    .leftJoin('users as actor', 'actor.user_id', 'team_log.by_user_id')
    .where('team_log.team_id', '=', teamId)
    .select([
      'team_log.at',
      'team_log.what',
      'team_log.nfc_id as about',
      'person.nickname as person',
    ])
    .select((eb) => eb.fn.coalesce('actor.nickname', 'person.nickname').as('who'))
    .execute()
  return rows.map(({ what, ...row }) => entryOf(what, row))
}

/**
 * Reads a team's history in a time span, newest first: awards, refusals, voids, adjustments, who
 * joined and left, tags, and organisers' actions.
 */
export async function readTeamHistory(
  db: Reader,
  teamId: string,
  span: TimeSpan,
): Promise<HistoryEntry[]> {
  const corrections = await selectAudit(db)
    .where('audit.team_id', '=', teamId)
    .limit(MAX_ENTRIES)
    .execute()
  const reasonOfVoid = new Map(
    corrections
      .filter(({ what }) => what === 'void_award' || what === 'move_award')
      .map(({ award_id, reason }) => [award_id, reason]),
  )
  // Leave out corrections of single awards, which the ledger and the voids already show.
  const others = corrections
    .filter(({ award_id }) => award_id === null)
    .map(({ at, what, who, person, about, reason }) =>
      entryOf(what, { at, who, person, about, reason }),
    )
  const [ledger, voids, refusals, moves] = await Promise.all([
    readLedger(db, teamId, span),
    readVoids(db, teamId, span),
    readRefusals(db, teamId, span),
    readMoves(db, teamId),
  ])
  const entries = [
    ...ledger,
    ...voids.map((entry) => ({ ...entry, reason: reasonOfVoid.get(entry.award_id) ?? null })),
    ...refusals,
    ...[...moves, ...others].filter(
      ({ at }) => Date.parse(at) >= span.from && Date.parse(at) < span.until,
    ),
  ]
  // The list is newest first. The founding has the same time as the captain's joining, and comes
  // after it in the list.
  const foundingLast = ({ kind }: HistoryEntry) => (kind === 'founded' ? 1 : 0)
  return entries.sort((a, b) => b.at.localeCompare(a.at) || foundingLast(a) - foundingLast(b))
}
