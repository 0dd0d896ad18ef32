import type { HistoryEntry } from '#contract/organiser-entities'
import { isoTime } from '../../time'
import type { Reader } from '../database'
import { selectAudit } from './audit'
import { readTeamLog } from './teams'

/** Of each kind; more than any team has at an event of some days. */
const MOST = 2_000

const NOTHING = {
  received_at: null,
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

/** A span of time (ms), without its end. */
interface Span {
  readonly from: number
  readonly until: number
}

/** Entries of the ledger with all names; the caller adds conditions. */
function selectEntries(db: Reader) {
  return db
    .selectFrom('awards')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
    .leftJoin('users', 'users.user_id', 'awards.user_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .leftJoin('users as voider', 'voider.user_id', 'voids.user_id')
    .limit(MOST)
    .select(['awards.award_id', 'awards.kind', 'awards.points', 'awards.awarded_at', 'awards.received_at', 'awards.reason'])
    .select([
      'point_types.label',
      'vendors.name as vendor_name',
      'users.nickname',
      'voids.voided_at',
      'voider.nickname as voider',
    ])
}

async function readLedger(db: Reader, teamId: string, { from, until }: Span): Promise<HistoryEntry[]> {
  const rows = await selectEntries(db)
    .where('awards.team_id', '=', teamId)
    .where('awards.awarded_at', '>=', from)
    .where('awards.awarded_at', '<', until)
    .orderBy('awards.awarded_at', 'desc')
    .execute()
  return rows.map(({ award_id, kind, awarded_at, received_at, voided_at, nickname, voider: _voider, ...row }) => ({
    ...{ ...NOTHING, ...row, award_id, kind },
    ...{ at: isoTime(awarded_at), received_at: isoTime(received_at), who: nickname, voided: voided_at !== null },
  }))
}

async function readVoids(db: Reader, teamId: string, { from, until }: Span): Promise<HistoryEntry[]> {
  const rows = await selectEntries(db)
    .where('awards.team_id', '=', teamId)
    .where('voids.voided_at', '>=', from)
    .where('voids.voided_at', '<', until)
    .orderBy('voids.voided_at', 'desc')
    .execute()
  return rows.map(({ award_id, label, vendor_name, points, voided_at, voider }) => ({
    ...{ ...NOTHING, kind: 'void', award_id, label, vendor_name },
    ...{ at: isoTime(voided_at ?? 0), who: voider, points: -points },
  }))
}

async function readRefusals(db: Reader, teamId: string, { from, until }: Span): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('refusals')
    .leftJoin('point_types', 'point_types.point_type', 'refusals.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'refusals.vendor_id')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .where('refusals.team_id', '=', teamId)
    .where('refusals.made_at', '>=', from)
    .where('refusals.made_at', '<', until)
    .orderBy('refusals.refused_at', 'desc')
    .limit(MOST)
    .select(['refusals.award_id', 'refusals.code', 'refusals.made_at', 'refusals.refused_at', 'refusals.point_type'])
    .select(['point_types.label', 'vendors.name as vendor_name', 'users.nickname'])
    .execute()
  return rows.map(({ award_id, code, made_at, refused_at, label, point_type, vendor_name, nickname }) => ({
    ...NOTHING,
    ...{ kind: 'refusal', at: isoTime(made_at), received_at: isoTime(refused_at), who: nickname },
    ...{ vendor_name, label: label ?? point_type, award_id, code },
  }))
}

async function readMoves(db: Reader, teamId: string): Promise<HistoryEntry[]> {
  return (await readTeamLog(db, teamId)).map(({ at, what, nfc_id, person, actor }) => ({
    ...NOTHING,
    ...{ kind: what, at: isoTime(at), who: actor ?? person, person, about: nfc_id },
  }))
}

/**
 * What happened to a team in a span of time, newest first: awards, refusals, voids, adjustments, who joined and left, tags, and
 * what the organiser did.
 */
export async function readTeamHistory(db: Reader, teamId: string, span: Span): Promise<HistoryEntry[]> {
  const corrections = await selectAudit(db).where('audit.team_id', '=', teamId).limit(MOST).execute()
  const reasonOfVoid = new Map(
    corrections
      .filter(({ what }) => what === 'void_award' || what === 'move_award')
      .map(({ award_id, reason }) => [award_id, reason]),
  )
  // Points that the organiser gave or took stand in the ledger.
  const others = corrections
    .filter(({ award_id }) => award_id === null)
    .map(({ at, what, who, person, about, reason }) => ({
      ...{ ...NOTHING, kind: what, at: isoTime(at), who, person, reason, about },
    }))
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
    ...[...moves, ...others].filter(({ at }) => Date.parse(at) >= span.from && Date.parse(at) < span.until),
  ]
  // A team is founded in the same moment as its captain joins it, and before.
  const isFounding = ({ kind }: HistoryEntry) => (kind === 'founded' ? 1 : 0)
  return entries.sort((a, b) => b.at.localeCompare(a.at) || isFounding(a) - isFounding(b))
}
