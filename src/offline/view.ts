import type { Award } from '#contract/entities'
import { createObservable } from '#lib/observable'
import type { Answers } from './answers'
import {
  type AwardEntry,
  type CopyEntry,
  idOf,
  inOrder,
  isAward,
  isWaiting,
  type OutboxEntry,
  type ScanEntry,
} from './entry'
import type { MirroredOutboxStore } from './mirror'

/**
 * The account for which this device can sign vouchers; null for none. Kept here, so that screens
 * need not load the signing code.
 */
export const signingFor = createObservable<string | null>(null)

/** The outbox's state for screens: a new object after each change. */
export interface OutboxView {
  /**
   * Whether storage could be read. Only 'read' may be shown as empty (fault 46): 'unreadable'
   * storage may hold awards, and accepts no new ones (fault 28).
   */
  readonly storage: 'unknown' | 'read' | 'unreadable'
  /**
   * All accounts' unconfirmed awards in tap order; the mirror's if storage is unreadable.
   */
  readonly entries: readonly AwardEntry[]
  /** All accounts' scans and copies that wait or whose outcome was not seen. */
  readonly scans: readonly ScanEntry[]
  readonly copies: readonly CopyEntry[]
  /** Keys of unparsable stored values (fault 31). */
  readonly unreadable: readonly string[]
  readonly sending: ReadonlySet<string>
  /** Awards that the server confirmed since the page loaded, by id. */
  readonly recorded: ReadonlyMap<string, Award>
  /** Ids of awards cancelled before sending, since the page loaded. */
  readonly withdrawn: ReadonlySet<string>
  /** True while this page drains. */
  readonly isDraining: boolean
  /** True if the server refused awards because the session ended or belongs to another account. */
  readonly otherSession: boolean
  /** True if the device has little or no room left for awards (fault 48). */
  readonly lowOnRoom: boolean
}

const EMPTY_VIEW: OutboxView = {
  storage: 'unknown',
  entries: [],
  scans: [],
  copies: [],
  unreadable: [],
  sending: new Set(),
  recorded: new Map(),
  withdrawn: new Set(),
  isDraining: false,
  otherSession: false,
  lowOnRoom: false,
}

function byKind(entries: readonly OutboxEntry[]): Pick<OutboxView, 'entries' | 'scans' | 'copies'> {
  const all = inOrder(entries)
  return {
    entries: all.filter(isAward),
    scans: all.filter((entry) => entry.kind === 'scan'),
    copies: all.filter((entry) => entry.kind === 'copy'),
  }
}

/** Creates a page's view of its outbox. */
export function createOutboxView(
  store: Pick<MirroredOutboxStore, 'read' | 'mirrored'>,
  answers: Pick<Answers, 'applied'>,
) {
  const view = createObservable(EMPTY_VIEW)
  /** Counts changes that a read in progress may not contain. */
  let changes = 0

  /** The entries after the server's answers, whether or not these are stored yet. */
  const withAnswers = (entries: readonly OutboxEntry[]) =>
    byKind(entries.flatMap((entry) => answers.applied(entry) ?? []))

  function show(change: Partial<OutboxView>): void {
    view.set({ ...view.get(), ...change })
  }
  const all = (): OutboxEntry[] => [
    ...view.get().entries,
    ...view.get().scans,
    ...view.get().copies,
  ]
  /**
   * Excludes awards that an earlier ledger recorded and this one refused: once dismissed, they must
   * not be called recorded.
   */
  function stillRecorded(entries: readonly OutboxEntry[]): OutboxView['recorded'] {
    const { recorded } = view.get()
    const refused = new Set(
      entries.filter((entry) => isAward(entry) && entry.again && !isWaiting(entry)).map(idOf),
    )
    return refused.size === 0
      ? recorded
      : new Map([...recorded].filter(([awardId]) => !refused.has(awardId)))
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    show,
    async refresh(): Promise<void> {
      for (;;) {
        const before = changes
        try {
          const { entries, unreadable, takenBack } = await store.read()
          if (takenBack.length > 0)
            show({ withdrawn: new Set([...view.get().withdrawn, ...takenBack]) })
          // A read from before a change would hide it again.
          if (changes !== before) continue
          show({
            storage: 'read',
            ...withAnswers(entries),
            unreadable,
            recorded: stillRecorded(entries),
          })
        } catch {
          // Keep the screen's entries, else show the mirror's: both may be out of date.
          show({
            storage: 'unreadable',
            ...withAnswers(all().length > 0 ? all() : store.mirrored()),
          })
        }
        return
      }
    },
    /**
     * Shows an entry that was just stored without rereading the store, so that 'Čeka slanje'
     * follows a tap after a single write.
     */
    add(stored: OutboxEntry): void {
      changes += 1
      const others = all().filter((one) => idOf(one) !== idOf(stored))
      // The newest award comes last: hundreds of others need not be sorted again.
      show({
        storage: 'read',
        ...(isAward(stored)
          ? { entries: [...others.filter(isAward), stored] }
          : byKind([...others, stored])),
      })
    },
    /**
     * Shows the server's answers to a batch, which `answers` already holds. `awards` were recorded
     * or voided.
     */
    answer(sent: readonly string[], awards: readonly Award[]): void {
      changes += 1
      const { sending, recorded } = view.get()
      const answered = new Set(sent)
      show({
        ...withAnswers(all()),
        sending: new Set([...sending].filter((id) => !answered.has(id))),
        recorded:
          awards.length === 0
            ? recorded
            : new Map([...recorded, ...awards.map((award) => [award.award_id, award] as const)]),
      })
    },
    /** Shows the server's award as recorded, or as voided. */
    confirm(award: Award): void {
      show({ recorded: new Map(view.get().recorded).set(award.award_id, award) })
    },
    /**
     * Shows as recorded an award that another tab or the worker sent. A cancelled one stays until
     * it is voided.
     */
    confirmElsewhere(award: Award): void {
      const isSettled = (entry: OutboxEntry) =>
        isAward(entry) && entry.awardId === award.award_id && (award.voided || !entry.cancelled)
      changes += 1
      show({
        ...byKind(all().filter((entry) => !isSettled(entry))),
        recorded: new Map(view.get().recorded).set(award.award_id, award),
      })
    },
    /** Shows an award as cancelled before it was sent. */
    withdraw(awardId: string): void {
      show({ withdrawn: new Set([...view.get().withdrawn, awardId]) })
    },
    /** Shows awards as sending, until `answer` is called. */
    send(entries: readonly AwardEntry[]): void {
      show({ sending: new Set([...view.get().sending, ...entries.map(idOf)]) })
    },
  }
}

export type OutboxViewStore = ReturnType<typeof createOutboxView>

/** The state of an award made on this device, as far as this page knows. */
export type AwardState =
  | { readonly kind: 'waiting'; readonly awardId: string }
  | { readonly kind: 'sending'; readonly awardId: string }
  /** Cancelled after it was sent: the void waits; `sending` while it is sent. */
  | { readonly kind: 'cancelling'; readonly sending: boolean }
  /** Cancelled before it was sent. */
  | { readonly kind: 'withdrawn' }
  /** The award as the server recorded it; may be voided by now. */
  | { readonly kind: 'recorded'; readonly award: Award }
  | { readonly kind: 'refused'; readonly awardId: string; readonly reason: string }
  /** The award is recorded, and the server refused to void it. */
  | { readonly kind: 'not-undone'; readonly awardId: string; readonly reason: string }

/**
 * The state of an award; null if this page knows nothing of it: it was dismissed, or never stored.
 * @param entry its entry in the view, if there is one
 */
export function stateOfAward(
  view: OutboxView,
  awardId: string,
  entry: AwardEntry | undefined,
): AwardState | null {
  const award = view.recorded.get(awardId)
  if (entry === undefined) {
    if (award !== undefined) return { kind: 'recorded', award }
    return view.withdrawn.has(awardId) ? { kind: 'withdrawn' } : null
  }
  if (entry.refusal !== null) {
    return {
      kind: entry.cancelled ? 'not-undone' : 'refused',
      awardId,
      reason: entry.refusal.reason,
    }
  }
  const sending = view.sending.has(awardId)
  if (entry.cancelled) return { kind: 'cancelling', sending }
  // An award that only an earlier ledger recorded no longer counts as recorded.
  if (award !== undefined && !entry.again) return { kind: 'recorded', award }
  return { kind: sending ? 'sending' : 'waiting', awardId }
}
