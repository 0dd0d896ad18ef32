import type { Award } from '#contract/entities'
import { createEmitter } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { randomUuid } from '../api/call'
import type { ServerLedger } from '../api/connection'
import { changeBy, createAnswers, knownLedger } from './answers'
import type { MadeAt } from './clocks'
import { type DrainOptions, drain } from './drain'
import { createDrainScheduler, type DrainSchedulerDeps } from './drain-scheduler'
import {
  type AwardEntry,
  type CopyEntry,
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
import { changeAward } from './store'
import type { LoneAnswer, SendOutcome, Transport } from './transport'
import { createOutboxView } from './view'

export interface OutboxDeps extends Omit<DrainSchedulerDeps, 'broadcast'>, Transport {
  readonly store: MirroredOutboxStore
  readonly reserve: StorageReserve
  readonly settleTimes: DrainOptions['settleTimes']
  /** The same without the server. */
  readonly settleAlone: (waiting: readonly AwardEntry[]) => Promise<unknown>
  readonly broadcast: (message: OutboxMessage) => void
  /** Calls that hang since before the network's return are ended soon. */
  readonly shortenCalls: () => void
}

/** A repeated scan has the time, and the proof, of the one that waits; after a response it is a new scan. */
function firstOf(same: ScanEntry | undefined, scan: MadeScan): MadeScan {
  if (same?.fate.is !== 'waiting') return scan
  return same.proof === undefined && scan.proof !== undefined ? scan : same
}

/** When to look for what a store may have stored after it was given up (ms). */
const LATE_COMMIT_MS = 1_000
/** When to claim copies again, if storage failed (ms). */
const CLAIM_AGAIN_MS = 10_000
/** The owner of copies that were scanned while nobody was signed in. */
const NOBODY = ''

/** The page's outbox: stores what waits, sends it when it can, and publishes the outcome of each. */
export function createOutbox(deps: OutboxDeps) {
  const { store, broadcast } = deps
  /** The server's answers that the store has not taken yet. */
  const unstored = createAnswers()
  const view = createOutboxView(store, unstored)
  const diskGuard = createDiskGuard(store, deps.reserve, view)
  const answers = createEmitter<[answer: LoneAnswer]>()
  const ownWaiting = (userId: string) =>
    view.get().entries.filter((entry) => entry.userId === userId && isWaiting(entry))

  /** The account that is signed in. */
  let account: string | null = null
  /** The rest that the last drain has left is being shown. */
  let refreshing = Promise.resolve()

  /** Shows what is stored after a change, also in the other tabs. */
  async function refreshAll(): Promise<void> {
    await view.refresh()
    broadcast({ is: 'changed' })
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
    async undo(entry) {
      view.send([entry])
      return await deps.undo(entry)
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
    async drain(userId, { goesOn }) {
      view.show({ isDraining: true })
      try {
        const { settleTimes } = deps
        const outcome = await drain({
          ...transport,
          store,
          userId,
          settleTimes,
          goesOn,
          answers: unstored,
          onAnswered,
          onAnswer,
        })
        view.show({ otherSession: outcome.is === 'other-session' })
        return outcome
      } finally {
        view.show({ isDraining: false, sending: new Set() })
        // Not waited for: a store that answers late must not hold up the next drain.
        refreshing = refreshAll()
      }
    },
  })

  /** Stores an entry, shows it, and sends it. Rejects if it was not stored in time. */
  async function append(entry: New<OutboxEntry>, onStored = () => {}): Promise<void> {
    try {
      const stored = await diskGuard.append(entry)
      onStored()
      view.add(stored)
    } catch (reason) {
      // A transaction that was committing may still end, and nobody would send what it stored (fault 96).
      deps.schedule(() => void refreshAll().then(sender.drainSoon), LATE_COMMIT_MS)
      throw reason
    }
    // This tab asks for the lock before the others, which hear of it.
    sender.drainSoon()
    broadcast({ is: 'changed', added: true })
  }
  async function findScan(userId: string, nfcId: string): Promise<ScanEntry | undefined> {
    await view.refresh()
    return view.get().scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)
  }
  async function changeUnclaimed(change: (copy: CopyEntry) => CopyEntry | null): Promise<void> {
    const { entries } = await store.read()
    const ofNobody = entries
      .filter((entry) => entry.kind === 'copy' && entry.userId === NOBODY)
      .map(idOf)
    if (ofNobody.length === 0) return
    try {
      await store.update(ofNobody, (entry) =>
        entry.kind === 'copy' && entry.userId === NOBODY ? change(entry) : entry,
      )
    } finally {
      await refreshAll()
      sender.kick()
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
      deps.schedule(again, CLAIM_AGAIN_MS)
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
     * Resolves once the award is stored; only then may a screen say that it waits. Rejects within 3 s if it was not stored.
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
        // Also if storage failed: the next reading completes what could not be stored.
        await refreshAll()
        sender.drainSoon()
      }
    },
    /**
     * Marks awards as shown to their team, which gets copies with the times that the outbox itself will send. Returns those that
     * still wait. Rejects if storage fails.
     */
    async markShown(awardIds: readonly string[]): Promise<readonly AwardEntry[]> {
      await deps.settleAlone(view.get().entries.filter(({ awardId }) => awardIds.includes(awardId)))
      // Without the server's time no copy can be made, and the team is shown none.
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
    /** Sends an award that could not be stored, while the vendor waits. There is no second try. */
    async sendUnstored(entry: NewAwardEntry): Promise<SendOutcome> {
      if (!store.markSentUnstored(entry.awardId)) return { is: 'failed' }
      const by = knownLedger()
      const { outcomes, blocked } = await transport.send([{ ...entry, order: 0 }])
      const outcome = outcomes.get(entry.awardId)
      if (outcome !== undefined) unstored.add(new Map([[entry.awardId, changeBy(outcome, by)]]))
      onAnswered([entry.awardId], outcome?.is === 'recorded' ? [outcome.award] : [])
      // Its write may have ended late.
      sender.drainSoon()
      return outcome ?? blocked ?? { is: 'failed' }
    },
    /** Takes over the server's version of an award: it may have been voided here or on another device (fault 51). */
    update(award: Award): void {
      if (award.voided) store.recordVoid(award.award_id).catch(() => undefined)
      view.confirm(award)
      broadcast({ is: 'recorded', award })
    },
    /** Sends again what an earlier ledger confirmed, if the server's is new to this device (fault 58). Rejects if storage fails. */
    async reconcileLedger(current: ServerLedger): Promise<void> {
      // If storage fails, it may have stored them, and would not return them again.
      let isAny = true
      try {
        isAny = await store.reconcileLedger(current, serverNow())
      } finally {
        if (isAny) {
          await refreshAll()
          sender.kick()
        }
      }
    },
    /** Removes an entry whose outcome the person has seen. */
    async dismiss(id: string): Promise<void> {
      try {
        await store.update([id], (entry) => (isWaiting(entry) ? entry : null))
      } finally {
        await refreshAll()
      }
    },
    /** Stores a scan, once per tag and account. Rejects if it cannot be stored. */
    async addScan(userId: string, nfcId: string, scan: MadeScan): Promise<void> {
      const same = await findScan(userId, nfcId)
      const { made, proof } = firstOf(same, scan)
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
    /** The scan that counts of this one and the one of the same tag that waits. */
    async firstScan(userId: string, nfcId: string, scan: MadeScan): Promise<MadeScan> {
      return firstOf(await findScan(userId, nfcId), scan)
    },
    /** Removes the scan of a tag once a screen has shown the server's result. */
    async removeScan(userId: string, nfcId: string): Promise<void> {
      const same = await findScan(userId, nfcId)
      if (same === undefined) return
      await store.update([same.scanId], () => null)
      await refreshAll()
    },
    /** Stores a team's copy for whoever is signed in, or signs in next. Rejects if it cannot be stored. */
    async addCopy(
      copy: Omit<New<CopyEntry>, 'kind' | 'version' | 'userId' | 'fate'>,
    ): Promise<void> {
      await append({ kind: 'copy', version: 1, userId: NOBODY, ...copy, fate: { is: 'waiting' } })
    },
    /** Makes a player the owner of the copies that have none, and delivers them. Rejects if storage fails, and tries again later. */
    claimCopies,
    /** Removes the copies that have no owner: staff deliver none. Rejects if storage fails. */
    dropCopies: () => changeUnclaimed(() => null),
    /** Notifies `listener` of the server's answers to scans and copies. Returns an unsubscribe function. */
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
          // For the worker.
          return
      }
    },
    /** Drains now: something that waits may be sent. */
    kick: sender.kick,
    /** The network is back, or the person. */
    onReturn(): void {
      onReturn()
      broadcast({ is: 'returned' })
    },
    /** The person pressed the button. */
    sendNow(): void {
      deps.shortenCalls()
      sender.sendNow()
    },
    onHidden: sender.onHidden,
    /** Resolves when no drain is running, and what the last one has left is shown. */
    async idle(): Promise<void> {
      await sender.idle()
      await refreshing
    },
    view: view.get,
    subscribe: view.subscribe,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
