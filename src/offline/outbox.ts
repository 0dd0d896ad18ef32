import type { Award } from '#contract/entities'
import { createEmitter } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { randomUuid } from '../api/call'
import type { ServerLedger } from '../api/connection'
import type { MadeAt } from './clocks'
import { drain } from './drain'
import {
  type CopyEntry,
  type OutboxEntry,
  idOf,
  isAward,
  isWaiting,
  type LoneEntry,
  type MadeScan,
  type New,
  type NewAwardEntry,
  type AwardEntry,
  type ScanEntry,
} from './entry'
import type { CopiedOutboxStore } from './journal'
import type { LoneAnswer, Decided, SendOutcome, SentAwards } from './send'
import type { OutboxMessage } from './sender'
import { type Blocked, createSender, type SenderWorld } from './sender'
import { isFullDisk, type StorageReserve } from './storage-reserve'
import { changeAward } from './store'
import { createShownOutbox, type ShownOutbox } from './view'

interface RoomWorld {
  readonly store: Pick<CopiedOutboxStore, 'append'>
  readonly reserve: StorageReserve
  readonly shown: Pick<ShownOutbox, 'view' | 'show'>
}

/** The device's room for awards: stores them while there is some, and shows when there is too little. */
function createOutboxRoom({ store, reserve, shown: { view, show } }: RoomWorld) {
  let diskIsFull = false

  async function noteFullDisk(): Promise<void> {
    diskIsFull = true
    show({ lowOnRoom: true })
    // Frees room for the copies of waiting awards, and for the database at its next start.
    await reserve.release()
  }

  return {
    /** Checks that there is room for awards, and reserves it. */
    async check(): Promise<void> {
      const enough = diskIsFull ? await reserve.regain() : await reserve.keep()
      diskIsFull &&= !enough
      if (view().lowOnRoom === enough) show({ lowOnRoom: !enough })
    },
    /**
     * Stores an entry. Once a full disk has refused one, rejects all others until there is room for a reserve again: an
     * entry in the last bytes of a disk is lost when the browser evicts its databases (fault 48).
     */
    async append(entry: New<OutboxEntry>): Promise<OutboxEntry> {
      if (diskIsFull) diskIsFull = !(await reserve.regain())
      if (diskIsFull) throw new Error('the disk is full')
      try {
        return await store.append(entry)
      } catch (reason) {
        show({ storage: 'unreadable' })
        if (isFullDisk(reason)) await noteFullDisk()
        // A full disk may also hang a write or break the database, without naming the reason. Only a new write can tell: the
        // reserve itself was kept while there was room.
        else void reserve.regain().then((enough) => (enough ? undefined : noteFullDisk()))
        throw reason
      }
    },
  }
}

export interface OutboxWorld extends SenderWorld {
  readonly store: CopiedOutboxStore
  readonly reserve: StorageReserve
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  /** The same without the server. */
  readonly settleAlone: (waiting: readonly AwardEntry[]) => Promise<unknown>
  readonly send: (entries: readonly AwardEntry[]) => Promise<SentAwards>
  /** Voids an award that was cancelled after it had been sent. */
  readonly undo: (entry: AwardEntry) => Promise<SendOutcome>
  readonly sendLone: (entry: LoneEntry) => Promise<Decided | Blocked>
  readonly broadcast: (message: OutboxMessage) => void
}

/** A repeated scan keeps the time, and the proof, of the one that waits; after a response it is a new scan. */
function firstOf(same: ScanEntry | undefined, scan: MadeScan): MadeScan {
  if (same?.fate.is !== 'waiting') return scan
  return same.proof === undefined && scan.proof !== undefined ? scan : same
}

/** Whose the copies are that were scanned while nobody was signed in. */
const NOBODY = ''

/** The page's outbox: stores what waits, sends it when it can, and publishes the outcome of each. */
export function createOutbox(world: OutboxWorld) {
  const { store, broadcast } = world
  const shown = createShownOutbox(store)
  const room = createOutboxRoom({ store, reserve: world.reserve, shown })
  const answers = createEmitter<[answer: LoneAnswer]>()
  const ownWaiting = (userId: string) => shown.view().entries.filter((entry) => entry.userId === userId && isWaiting(entry))

  /** Shows what is stored after a change, here and in the other tabs. */
  async function refreshAll(): Promise<void> {
    await shown.refresh()
    broadcast({ is: 'changed' })
  }
  function settled(awardId: string, entry: OutboxEntry | null, award: Award | null): void {
    if (award !== null) {
      shown.confirm(award)
      broadcast({ is: 'recorded', award })
    }
    shown.replace(awardId, entry)
  }
  async function whileSending<T>(entries: readonly AwardEntry[], attempt: () => Promise<T>): Promise<T> {
    return await shown.whileSending(entries, () => {
      broadcast({ is: 'sending' })
      return attempt()
    })
  }
  const send = (entries: readonly AwardEntry[]) => whileSending(entries, () => world.send(entries))
  const undo = (entry: AwardEntry) => whileSending([entry], () => world.undo(entry))
  const sendLone = (entry: LoneEntry) => {
    broadcast({ is: 'sending' })
    return world.sendLone(entry)
  }
  function onAnswer(answer: LoneAnswer): void {
    answers.emit(answer)
    broadcast({ is: 'answered', answer })
  }

  const sender = createSender(world, {
    waits(userId) {
      const { scans, copies } = shown.view()
      return ownWaiting(userId).length > 0 || [...scans, ...copies].some((one) => one.userId === userId && isWaiting(one))
    },
    async drain(userId) {
      shown.show({ isDraining: true })
      const { settleTimes } = world
      const outcome = await drain({ store, userId, settleTimes, send, undo, sendLone, onSettled: settled, onAnswer })
      shown.show({ otherSession: outcome.is === 'other-session' })
      return outcome
    },
    async afterDrain() {
      shown.show({ isDraining: false })
      await refreshAll()
    },
  })

  function added(stored: OutboxEntry): void {
    shown.add(stored)
    broadcast({ is: 'changed', added: true })
    sender.drainSoon()
  }
  async function findScan(userId: string, nfcId: string): Promise<ScanEntry | undefined> {
    await shown.refresh()
    return shown.view().scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)
  }
  async function changeUnclaimed(change: (copy: CopyEntry) => CopyEntry | null): Promise<void> {
    const { entries } = await store.read()
    const ofNobody = entries.filter((entry) => entry.kind === 'copy' && entry.userId === NOBODY).map(idOf)
    if (ofNobody.length === 0) return
    await store.update(ofNobody, (entry) => (entry.kind === 'copy' && entry.userId === NOBODY ? change(entry) : entry))
    await refreshAll()
    sender.kick()
  }

  return {
    /** Sets the account whose awards are sent from now on; null for none. */
    async signIn(account: string | null): Promise<void> {
      sender.signIn(account)
      shown.show({ otherSession: false })
      await shown.refresh()
      sender.drainSoon()
    },
    /** Resolves once the award is stored; only then may a screen say that it waits. Rejects within 3 s if it was not stored. */
    async add(entry: NewAwardEntry): Promise<void> {
      added(await room.append(entry))
    },
    /** Cancels an award. Returns true if it was never sent: then it is removed. */
    async cancel(awardId: string, made?: MadeAt): Promise<boolean> {
      const unsent = await store.cancel(awardId, made)
      if (unsent) {
        shown.withdraw(awardId)
        broadcast({ is: 'withdrawn', awardId })
      }
      await refreshAll()
      sender.drainSoon()
      return unsent
    },
    /**
     * Notes that a team gets copies of these awards, with the times that the outbox itself will send. Returns those that still
     * wait. Rejects if storage fails.
     */
    async handOut(awardIds: readonly string[]): Promise<readonly AwardEntry[]> {
      const given = new Set(awardIds)
      await world.settleAlone(shown.view().entries.filter(({ awardId }) => given.has(awardId)))
      // Without the server's time no copy can be made, and the team is shown none.
      const mayShow = (entry: AwardEntry) => isWaiting(entry) && !entry.cancelled && entry.made.serverTime !== null
      const marked = await store.update(
        awardIds,
        changeAward((entry) => (mayShow(entry) ? { ...entry, attempted: true, shown: true } : entry)),
      )
      await refreshAll()
      const left = awardIds.flatMap((awardId) => marked.get(awardId) ?? []).filter(isAward)
      return left.filter((entry) => entry.shown === true && !entry.cancelled)
    },
    /** Sends an award that could not be stored, while the vendor waits. There is no second try. */
    async sendUnstored(entry: NewAwardEntry): Promise<SendOutcome> {
      if (!store.markSentUnstored(entry.awardId)) return { is: 'failed' }
      const { outcomes, blocked } = await send([{ ...entry, order: 0 }])
      const outcome = outcomes.get(entry.awardId) ?? blocked ?? { is: 'failed' }
      if (outcome.is === 'recorded') settled(entry.awardId, null, outcome.award)
      return outcome
    },
    /** Updates an award to the server's current version: it may have been voided here or on another device (fault 51). */
    learn(award: Award): void {
      if (award.voided) store.recordVoid(award.award_id).catch(() => undefined)
      shown.confirm(award)
      broadcast({ is: 'recorded', award })
    },
    /** Sends again what an earlier ledger confirmed, if the server's is new to this device (fault 58). Rejects if storage fails. */
    async reconcileLedger(told: ServerLedger): Promise<void> {
      if (!(await store.reconcileLedger(told, serverNow()))) return
      await refreshAll()
      sender.kick()
    },
    /** Removes an entry whose outcome the person has seen. */
    async dismiss(id: string): Promise<void> {
      await store.update([id], (entry) => (isWaiting(entry) ? entry : null))
      await refreshAll()
    },
    /** Stores a scan, once per tag and account. Rejects if it cannot be stored. */
    async addScan(userId: string, nfcId: string, scan: MadeScan): Promise<void> {
      const same = await findScan(userId, nfcId)
      const { made, proof } = firstOf(same, scan)
      const scanId = same?.scanId ?? randomUuid()
      added(await room.append({ kind: 'scan', version: 1, scanId, userId, nfcId, made, proof, fate: { is: 'waiting' } }))
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
    /** Keeps a team's copy for whoever signs in next, or is signed in. Rejects if it cannot be stored. */
    async addCopy(copy: Omit<New<CopyEntry>, 'kind' | 'version' | 'userId' | 'fate'>): Promise<void> {
      added(await room.append({ kind: 'copy', version: 1, userId: NOBODY, ...copy, fate: { is: 'waiting' } }))
    },
    /** A player carries the copies that nobody carries yet, and delivers them. Rejects if storage fails. */
    claimCopies: (userId: string) => changeUnclaimed((copy) => ({ ...copy, userId })),
    /** Staff carry none. Rejects if storage fails. */
    dropCopies: () => changeUnclaimed(() => null),
    /** Notifies `listener` of the server's answers to scans and copies. Returns an unsubscribe function. */
    onAnswer: answers.subscribe,
    checkRoom: room.check,
    receive(message: OutboxMessage): void {
      sender.recordActivity()
      switch (message.is) {
        case 'changed':
          void shown.refresh()
          if (message.added === true) sender.drainSoon()
          return
        case 'answered':
          answers.emit(message.answer)
          return
        case 'recorded':
          shown.confirm(message.award)
          shown.replace(message.award.award_id, null)
          return
        case 'withdrawn':
          shown.withdraw(message.awardId)
          return
        case 'sending':
          return
      }
    },
    kick: sender.kick,
    sendNow: sender.sendNow,
    leaveFront: sender.leaveFront,
    settled: sender.settled,
    view: shown.view,
    subscribe: shown.subscribe,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
