import type { Award } from '#contract/entities'
import {
  type AwardEntry,
  changeAward,
  createAwardEntry,
  idOf,
  isAward,
  type New,
  type NewAwardEntry,
  type OutboxEntry,
} from '../../src/offline/entry'
import type { AwardOutcome, SendOutcome, SentAwards } from '../../src/offline/transport'
import { awardOf } from '../support/entities'

/** A waiting award with plausible defaults. */
export function newEntry(own: Partial<AwardEntry> = {}): AwardEntry {
  const tap = {
    userId: 'iva',
    vendorId: 'arkade',
    team: { team_id: 'vukovi', team_name: 'Plavi Vukovi' },
    pointType: { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  }
  const made = {
    wall: 0,
    forward: 0,
    device: 0,
    pageLife: 'one',
    serverTime: 0,
    lastContact: null,
  }
  return { ...createAwardEntry(tap, made), order: 1, ...own }
}

/** The award as the server records it. */
export function recordedAward({
  awardId,
  teamId,
  teamName,
  vendorId,
  pointType,
  label,
  points,
}: NewAwardEntry): Award {
  const ids = { award_id: awardId, team_id: teamId, vendor_id: vendorId, point_type: pointType }
  return awardOf({ ...ids, team_name: teamName, label, points })
}

/** How a test's server handles one award; `true` records it. */
export type Answer = (
  entry: AwardEntry,
) => Promise<Exclude<SendOutcome, { kind: 'recorded' }> | true>

export const SILENT = { kind: 'later', silent: true, retryAfterMs: null } as const
export const REFUSED = { kind: 'refused', code: 'COOLDOWN', reason: 'Pauza.' } as const

/**
 * A server that lists the awards sent to it in `sent`. By default it records all of them; `answer`
 * replaces this.
 */
export function noting(answer: Answer = async () => true) {
  const sent: AwardEntry[] = []
  const send: Answer = async (entry) => {
    sent.push(entry)
    return await answer(entry)
  }
  return { sent, send }
}

/** A change that sets these fields of an award. */
export const setting = (own: Partial<AwardEntry>) => changeAward((entry) => ({ ...entry, ...own }))

export const idsOf = (entries: readonly OutboxEntry[]) => entries.map(idOf)

/** The awards that a store holds. */
export async function readAwards(store: {
  readonly read: () => Promise<{ readonly entries: readonly OutboxEntry[] }>
}) {
  return (await store.read()).entries.filter(isAward)
}

/** Stores an award, and returns it as it is stored. */
export async function appendAward(
  store: { readonly append: (entry: New<OutboxEntry>, lastOrder?: number) => Promise<OutboxEntry> },
  award: NewAwardEntry,
  lastOrder?: number,
): Promise<AwardEntry> {
  const stored = await store.append(award, lastOrder)
  if (!isAward(stored)) throw new Error('the stored entry is no award')
  return stored
}

/**
 * Returns a function that sends only the first award of a batch, as the page does after an error of
 * the whole call.
 */
export function sendTo(answer: Answer): (entries: readonly AwardEntry[]) => Promise<SentAwards> {
  return async (entries) => await sendManyTo(answer)(entries.slice(0, 1))
}

/**
 * Returns a function that sends a batch's awards one by one, and stops at the first that must wait
 * or that meets another session.
 */
export function sendManyTo(
  answer: Answer,
): (entries: readonly AwardEntry[]) => Promise<SentAwards> {
  return async (entries) => {
    const outcomes = new Map<string, AwardOutcome>()
    for (const entry of entries) {
      const answered = await answer(entry)
      const outcome: SendOutcome =
        answered === true ? { kind: 'recorded', award: recordedAward(entry) } : answered
      if (outcome.kind === 'later' || outcome.kind === 'other-session')
        return { outcomes, blocked: outcome }
      outcomes.set(entry.awardId, outcome)
    }
    return { outcomes, blocked: null }
  }
}
