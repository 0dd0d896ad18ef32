import type { Award } from '#contract/entities'
import { createEmitter } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { randomUuid } from '../api/call'
import type { ServerLedger } from '../api/connection'
import { changeBy, confirmedBy, createAnswers, knownLedger } from './answers'
import type { MadeAt } from './clocks'
import { type DrainOptions, drain } from './drain'
import { type Blocked, createDrainScheduler, type DrainSchedulerDeps } from './drain-scheduler'
import {
  type AwardEntry,
  type CopyEntry,
  changeAward,
  idOf,
  isAward,
  isWaiting,
  type MadeScan,
  type New,
  type NewAwardEntry,
  type OutboxEntry,
  type ScanEntry,
} from './entry'
import type { MirroredOutboxStore } from './mirror'
import type { OutboxMessage } from './outbox-channel'
import { createDiskGuard, type StorageReserve } from './storage-reserve'
import type { LoneAnswer, SendOutcome, Transport } from './transport'
import { createOutboxView } from './view'

export interface OutboxDeps extends Omit<DrainSchedulerDeps, 'broadcast'>, Transport {
  readonly store: MirroredOutboxStore
  readonly reserve: StorageReserve
  readonly settleTimes: DrainOptions['settleTimes']
  /** Requests the server's time if it is unknown and an entry that is not stored needs it. */
  readonly learnServerTime: (waiting: readonly NewAwardEntry[]) => Promise<Blocked | null>
  /** Settles times without contacting the server. */
  readonly settleAlone: (waiting: readonly AwardEntry[]) => Promise<unknown>
  readonly broadcast: (message: OutboxMessage) => void
  /** Shortens calls that have hung since before the network returned. */
  readonly shortenCalls: () => void
  /** Runs `work` once the current view is on the screen. */
  readonly afterPaint: (work: () => void) => void
}

/**
 * Returns the time and proof that a repeated scan gets: those of the waiting scan of the same tag,
 * unless only the new scan has a proof. A scan that was answered no longer counts.
 */
function countingScan(same: ScanEntry | undefined, scan: MadeScan): MadeScan {
  if (same?.fate.is !== 'waiting') return scan
  return same.proof === undefined && scan.proof !== undefined ? scan : same
}

/** Delay before looking for a write that the store may have finished after its timeout (ms). */
const LATE_COMMIT_MS = 1_000
/** Delay before claiming copies, or storing a void, again after a storage failure (ms). */
const STORE_AGAIN_MS = 10_000
/** The owner of copies until a player claims them. */
const NOBODY = ''

/** The page's outbox: stores entries, sends them when possible, and publishes each outcome. */
export function createOutbox(deps: OutboxDeps) {
  const { store, broadcast } = deps
  /** The server's answers that are not stored yet. */
  const unstored = createAnswers()
  const view = createOutboxView(store, unstored)
  const diskGuard = createDiskGuard(store, deps.reserve, view)
  const answers = createEmitter<[answer: LoneAnswer]>()
  const ownWaiting = (userId: string) =>
    view.get().entries.filter((entry) => entry.userId === userId && isWaiting(entry))

  /** The signed-in account. */
  let account: string | null = null
  /** Resolves once the entries left by the last drain are shown. */
  let refreshing = Promise.resolve()

  /** Refreshes the view after a change, in this tab and the others. */
  async function refreshAll(): Promise<void> {
    await view.refresh()
    broadcast({ is: 'changed' })
  }
  /**
   * Drains entries that may have been added: in this tab, or in another tab if they belong to the
   * account that is signed in there.
   */
  function drainAnywhere(): void {
    // Ask for the lock before the message makes other tabs do so.
    sender.drainSoon()
    broadcast({ is: 'changed', added: true })
  }
  function onAnswered(sent: readonly string[], awards: readonly Award[]): void {
    view.answer(sent, awards)
    for (const award of awards) broadcast({ is: 'recorded', award })
  }
  const transport: Transport = {
    async send(entries) {
      view.send(entries)
      return await deps.send(entries)
    },
    async voidAward(entry) {
      view.send([entry])
      return await deps.voidAward(entry)
    },
    sendLone: deps.sendLone,
  }
  function onAnswer(answer: LoneAnswer): void {
    answers.emit(answer)
    broadcast({ is: 'answered', answer })
  }

  const sender = createDrainScheduler(deps, {
    waits(userId) {
      const { scans, copies } = view.get()
      return (
        ownWaiting(userId).length > 0 ||
        [...scans, ...copies].some((one) => one.userId === userId && isWaiting(one))
      )
    },
    async drain(userId, { mayContinue }) {
      view.show({ isDraining: true })
      try {
        const { settleTimes } = deps
        const outcome = await drain({
          ...transport,
          store,
          userId,
          settleTimes,
          mayContinue,
          answers: unstored,
          onAnswered,
          onAnswer,
        })
        view.show({ otherSession: outcome.kind === 'other-session' })
        return outcome
      } finally {
        view.show({ isDraining: false, sending: new Set() })
        // Not awaited: a slow store must not delay the next drain.
        refreshing = refreshAll()
      }
    },
  })

  /**
   * Stores an entry, shows it, and only then starts to send: a drain first reads all waiting
   * entries, which would delay 'Čeka slanje' on the screen. Rejects if it was not stored in time.
   */
  async function append(entry: New<OutboxEntry>, onStored = () => {}): Promise<void> {
    try {
      const stored = await diskGuard.append(entry)
      onStored()
      view.add(stored)
    } catch (reason) {
      // A committing transaction may still succeed; nothing else would send its entry (fault 96).
      deps.schedule(() => void view.refresh().then(drainAnywhere), LATE_COMMIT_MS)
      throw reason
    }
    deps.afterPaint(drainAnywhere)
  }
  async function findScan(userId: string, nfcId: string): Promise<ScanEntry | undefined> {
    await view.refresh()
    return view.get().scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)
  }
  async function changeUnclaimed(change: (copy: CopyEntry) => CopyEntry | null): Promise<void> {
    const { entries } = await store.read()
    const unclaimed = entries
      .filter((entry) => entry.kind === 'copy' && entry.userId === NOBODY)
      .map(idOf)
    if (unclaimed.length === 0) return
    try {
      await store.update(unclaimed, (entry) =>
        entry.kind === 'copy' && entry.userId === NOBODY ? change(entry) : entry,
      )
    } finally {
      await refreshAll()
      sender.kick()
    }
  }

  /**
   * Stores that an award was voided, so that it is not resent as valid (fault 58). Its entry may
   * still be in the outbox, if a store reports late that it is recorded (fault 96).
   */
  async function recordVoid(award: Award): Promise<void> {
    const confirm = confirmedBy(award, knownLedger())
    const confirmWaiting = changeAward((stored) => (isWaiting(stored) ? confirm(stored) : stored))
    try {
      // Begin both writes at once, so that a later `reconcileLedger` finds their results.
      const [found] = await Promise.all([
        store.update([award.award_id], confirmWaiting),
        store.recordVoid(award.award_id),
      ])
      if (found.size > 0) await refreshAll()
    } catch {
      deps.schedule(() => void recordVoid(award), STORE_AGAIN_MS)
    }
  }
  function onReturn(): void {
    deps.shortenCalls()
    sender.kick()
  }
  async function claimCopies(userId: string): Promise<void> {
    try {
      await changeUnclaimed((copy) => ({ ...copy, userId }))
    } catch (reason) {
      const again = () =>
        account === userId ? void claimCopies(userId).catch(() => undefined) : undefined
      deps.schedule(again, STORE_AGAIN_MS)
      throw reason
    }
  }

  return {
    /** Sets the account whose awards are sent from now on; null for none. */
    async signIn(userId: string | null): Promise<void> {
      account = userId
      sender.signIn(userId)
      view.show({ otherSession: false })
      sender.drainSoon()
      await view.refresh()
    },
    /**
     * Resolves once the award is stored; only then may a screen say that it waits. Rejects within 3
     * s if it was not stored.
     * @param onStored is called right before the view changes, so that a screen changes with it
     */
    add: (entry: NewAwardEntry, onStored?: () => void) => append(entry, onStored),
    /** Cancels an award. Returns true if it was never sent: then it is removed. */
    async cancel(awardId: string, made?: MadeAt): Promise<boolean> {
      try {
        const unsent = await store.cancel(awardId, made)
        if (unsent) {
          view.withdraw(awardId)
          broadcast({ is: 'withdrawn', awardId })
        }
        return unsent
      } finally {
        // Refresh even if storage failed: the next read completes the cancellation.
        await refreshAll()
        sender.drainSoon()
      }
    },
    /**
     * Marks awards as shown to their team. Settles their times first, so that the team's copies
     * carry the times that the outbox will send. Returns the awards that still wait. Rejects if
     * storage fails.
     */
    async markShown(awardIds: readonly string[]): Promise<readonly AwardEntry[]> {
      await deps.settleAlone(view.get().entries.filter(({ awardId }) => awardIds.includes(awardId)))
      // A copy needs the server's time; without it, show none.
      const mayShow = (entry: AwardEntry) =>
        isWaiting(entry) && !entry.cancelled && entry.made.serverTime !== null
      const marked = await store.update(
        awardIds,
        changeAward((entry) =>
          mayShow(entry) ? { ...entry, attempted: true, shown: true } : entry,
        ),
      )
      await refreshAll()
      const found = awardIds.flatMap((awardId) => marked.get(awardId) ?? []).filter(isAward)
      return found.filter((entry) => entry.shown === true && !entry.cancelled)
    },
    /** Sends an award that could not be stored, once, while the vendor waits. */
    async sendUnstored(entry: NewAwardEntry): Promise<SendOutcome> {
      const unknown = await deps.learnServerTime([entry])
      if (unknown !== null) {
        // The award's write may have succeeded late.
        sender.drainSoon()
        return unknown
      }
      if (!store.markSentUnstored(entry.awardId)) return { kind: 'failed' }
      const by = knownLedger()
      const { outcomes, blocked } = await transport.send([{ ...entry, order: 0 }])
      const outcome = outcomes.get(entry.awardId)
      if (outcome !== undefined) unstored.add(new Map([[entry.awardId, changeBy(outcome, by)]]))
      onAnswered([entry.awardId], outcome?.kind === 'recorded' ? [outcome.award] : [])
      // Drain, because the award's write may have succeeded late.
      sender.drainSoon()
      return outcome ?? blocked ?? { kind: 'failed' }
    },
    /**
     * Adopts the server's version of an award, which may have been voided here or elsewhere (fault
     * 51).
     */
    update(award: Award): void {
      if (award.voided) void recordVoid(award)
      view.confirm(award)
      broadcast({ is: 'recorded', award })
    },
    /**
     * If the server's ledger is new to this device, resends awards that an earlier ledger confirmed
     * (fault 58). If a reset made it new, removes entries that the earlier ledger refused (fault
     * 92). Rejects if storage fails.
     */
    async reconcileLedger(current: ServerLedger): Promise<void> {
      // If storage fails, act as if entries had changed: the write may have succeeded after all,
      // and a retry would then find nothing to change.
      let hasChanged = true
      try {
        hasChanged = await store.reconcileLedger(current, serverNow())
      } finally {
        if (hasChanged) {
          await view.refresh()
          sender.kick()
          // Awards of another tab's account may wait again.
          broadcast({ is: 'changed', added: true })
        }
      }
    },
    /** Removes entries whose outcome the person has seen. */
    async dismiss(...ids: readonly string[]): Promise<void> {
      try {
        await store.update(ids, (entry) => (isWaiting(entry) ? entry : null))
      } finally {
        await refreshAll()
      }
    },
    /** Stores a scan, once per tag and account. Rejects if it cannot be stored. */
    async addScan(userId: string, nfcId: string, scan: MadeScan): Promise<void> {
      const same = await findScan(userId, nfcId)
      const { made, proof } = countingScan(same, scan)
      const scanId = same?.scanId ?? randomUuid()
      await append({
        kind: 'scan',
        version: 1,
        scanId,
        userId,
        nfcId,
        made,
        proof,
        fate: { is: 'waiting' },
      })
    },
    /** Returns the scan that counts: a waiting one of the same tag, else this one. */
    async firstScan(userId: string, nfcId: string, scan: MadeScan): Promise<MadeScan> {
      return countingScan(await findScan(userId, nfcId), scan)
    },
    /** Removes the scan of a tag once a screen has shown the server's result. */
    async removeScan(userId: string, nfcId: string): Promise<void> {
      const same = await findScan(userId, nfcId)
      if (same === undefined) return
      await store.update([same.scanId], () => null)
      await refreshAll()
    },
    /**
     * Stores a team's copy without an owner; `claimCopies` gives it to the player who is signed in,
     * or to the next one. Rejects if it cannot be stored.
     */
    async addCopy(
      copy: Omit<New<CopyEntry>, 'kind' | 'version' | 'userId' | 'fate'>,
    ): Promise<void> {
      await append({ kind: 'copy', version: 1, userId: NOBODY, ...copy, fate: { is: 'waiting' } })
    },
    /**
     * Assigns ownerless copies to a player and delivers them. Rejects if storage fails, and retries
     * later.
     */
    claimCopies,
    /** Removes ownerless copies: staff deliver none. Rejects if storage fails. */
    dropCopies: () => changeUnclaimed(() => null),
    /**
     * Notifies `listener` of the server's answers to scans and copies. Returns an unsubscribe
     * function.
     */
    onAnswer: answers.subscribe,
    checkRoom: diskGuard.check,
    receive(message: OutboxMessage): void {
      switch (message.is) {
        case 'returned':
          onReturn()
          return
        case 'asks':
        case 'holds':
          sender.receive(message)
          return
        case 'changed':
          void view.refresh()
          if (message.added === true) sender.drainSoon()
          else sender.drainIfLockedOut()
          return
        case 'answered':
          answers.emit(message.answer)
          return
        case 'recorded':
          view.confirmElsewhere(message.award)
          return
        case 'withdrawn':
          view.withdraw(message.awardId)
          return
        case 'replaced':
          // Only the worker acts on this message.
          return
      }
    },
    /** Drains now: waiting entries may be sendable. */
    kick: sender.kick,
    /** Call when the network or the user is back. */
    onReturn(): void {
      onReturn()
      broadcast({ is: 'returned' })
    },
    /** Call when the user presses the send button. */
    sendNow(): void {
      deps.shortenCalls()
      sender.sendNow()
    },
    onHidden: sender.onHidden,
    /** Resolves when no drain is running and the view is refreshed. */
    async idle(): Promise<void> {
      await sender.idle()
      await refreshing
    },
    /** Reads the stored entries for the screen. */
    refresh: view.refresh,
    view: view.get,
    subscribe: view.subscribe,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
