import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Writer } from '../db/database'
import { addSmsMessage, readSmsSpent, type SmsSpent, settleSmsMessage } from '../db/queries/sms-messages'
import type { SmsState } from '../db/tables'
import { createCallLimit } from '../limits'
import { randomId } from '../random'
import { type Payer, type Sms, SmsNotSent, type SmsSender } from './sms'

const MINUTE_MS = 60_000
/**
 * SMS that one server sends in a minute. A hall full of people behind one address registers with 200 a minute, and one address
 * gets a quarter.
 */
export const SMS_PER_MINUTE = 960
/** What new registrations may use; the rest is kept for accounts that have signed in before. */
export const NEW_PER_MINUTE = SMS_PER_MINUTE / 2
/** Invitations have minutes of their own: an import keeps nobody from signing in, nor is it kept. */
const INVITED_PER_MINUTE = SMS_PER_MINUTE
/** What new registrations from one address may use. */
export const NEW_PER_ADDRESS = NEW_PER_MINUTE / 2

/** How many SMS may be sent in all and in 24 hours, over all servers of the database. */
export interface SpendingLimit {
  readonly all: number
  readonly day: number
}

/** When to ask again if the budget of a day or of all is used up (ms): the organiser may have raised it by then. */
const ASK_AGAIN_MS = 10 * MINUTE_MS

/**
 * Of a budget new registrations and the organiser's invitations may use half each, and three quarters together: neither uses up the
 * other's, nor what accounts need that have signed in before.
 */
function roomIn(spent: SmsSpent['all'], max: number, payer: Payer['is']): number {
  const room = max - spent.total
  return payer === 'known' ? room : Math.min(room, max / 2 - spent[payer], (max * 3) / 4 - spent.invited - spent.new)
}

const outOfBudget = (waitMs: number) => new SmsNotSent('not asked', 'the budget is used up', waitMs)

/** The budget of each minute, of this server. */
function createMinutes(now: () => number) {
  const limitOf = (max: number) => createCallLimit({ max, windowMs: MINUTE_MS }, now)
  const [ofAll, ofNew, ofAddress] = [limitOf(SMS_PER_MINUTE), limitOf(NEW_PER_MINUTE), limitOf(NEW_PER_ADDRESS)]
  const ofInvited = limitOf(INVITED_PER_MINUTE)
  const counted = (payer: Payer) =>
    payer.is === 'known'
      ? ([[ofAll, '']] as const)
      : payer.is === 'invited'
        ? ([[ofInvited, '']] as const)
        : ([
            [ofAll, ''],
            [ofNew, ''],
            [ofAddress, payer.address],
          ] as const)
  return {
    assertRoom(payer: Payer): void {
      const waitMs = Math.max(...counted(payer).map(([limit, key]) => limit.wait(key)))
      if (waitMs > 0) throw outOfBudget(waitMs)
    },
    spend(payer: Payer): void {
      for (const [limit, key] of counted(payer)) limit.take(key)
    },
  }
}

/** So many failures in a row open the circuit. */
export const FAILURES_TO_OPEN = 5
/** After this time one SMS is tried (ms). */
export const OPEN_MS = 30_000
/** How long a provider counts as failing (ms) where nothing was sent since. */
const FAILING_MS = 60_000

/**
 * Stops asking a provider that keeps failing: everybody would wait for its time-outs, and a provider in trouble gets worse under
 * load. After a while one SMS tries it, and if that one leaves, the others follow.
 */
function createCircuit(now: () => number, onChange: (open: boolean) => void) {
  let failures = 0
  /** Since when nothing more has been tried; null while it is closed. */
  let openSince: number | null = null

  function change(since: number | null): void {
    const wasOpen = openSince !== null
    openSince = since
    if (wasOpen !== (since !== null)) onChange(since !== null)
  }
  return {
    isOpen: () => openSince !== null,
    /** Whoever it lets pass must report how it went. */
    enter(): void {
      const waitMs = openSince === null ? 0 : openSince + OPEN_MS - now()
      if (waitMs > 0) throw new SmsNotSent('not asked', 'the provider keeps failing', waitMs)
      if (openSince !== null) openSince = now()
    },
    succeeded(): void {
      failures = 0
      change(null)
    },
    failed(): void {
      failures++
      if (failures >= FAILURES_TO_OPEN) change(now())
    },
  }
}

export type SmsDesk = ReturnType<typeof createSmsDesk>

interface Options {
  readonly sender: SmsSender
  readonly db: Database
  /** null where SMS cost nothing. */
  readonly limit: SpendingLimit | null
  /** The time that budgets and circuit go by (ms). */
  readonly now: () => number
}

/** Sends SMS within the budgets, and notes how they went, without whom they were for or what they said. */
export function createSmsDesk({ sender, db, limit, now }: Options) {
  const minutes = createMinutes(now)
  const listeners: ((failing: boolean) => void)[] = []
  const circuit = createCircuit(now, (open) => {
    for (const listener of listeners) listener(open)
  })
  let lastTookMs = 0
  let failed: { readonly reason: SmsNotSent; readonly at: number } | null = null

  async function assertWithin(reader: Parameters<typeof readSmsSpent>[0], payer: Payer['is']): Promise<void> {
    if (limit === null) return
    const { all, day } = await readSmsSpent(reader, now())
    if (Math.min(roomIn(all, limit.all, payer), roomIn(day, limit.day, payer)) <= 0) throw outOfBudget(ASK_AGAIN_MS)
  }

  async function enter(payer: Payer['is']): Promise<string> {
    const id = randomId(130)
    await db.write({ on: 'records' }, async (tx) => {
      await assertWithin(tx, payer)
      await addSmsMessage(tx, id, payer, now())
    })
    return id
  }

  /** The SMS has left or not by now, so notes that cannot be written must not change what is said about it. */
  async function settle(id: string, state: SmsState): Promise<void> {
    await db.write({ on: 'records' }, (tx) => settleSmsMessage(tx, id, state, now())).catch(() => undefined)
  }

  async function deliver(sms: Sms, id: string): Promise<void> {
    try {
      circuit.enter()
      await sender.send({ ...sms, id })
    } catch (thrown) {
      const reason = SmsNotSent.from(thrown)
      // Anybody can name a number that the provider refuses; that must not stop the SMS of others.
      if (reason.fate === 'refused') circuit.succeeded()
      else if (reason.fate !== 'not asked') {
        failed = { reason, at: now() }
        circuit.failed()
      }
      await settle(id, reason.fate === 'unknown' ? 'unknown' : 'failed')
      throw reason
    }
    failed = null
    circuit.succeeded()
    await settle(id, 'sent')
  }

  return {
    /** Throws `SmsNotSent` where a budget is used up or the provider does not take it. */
    async send(sms: Sms, payer: Payer): Promise<void> {
      minutes.assertRoom(payer)
      minutes.spend(payer)
      const begun = performance.now()
      try {
        await deliver(sms, await enter(payer.is))
      } finally {
        lastTookMs = performance.now() - begun
      }
    },
    /** In the transaction that makes an invitation: throws `SmsNotSent` where no budget has room for it. Its SMS is noted under `id`. */
    async enterInvitation(tx: Writer, id: string): Promise<void> {
      minutes.assertRoom({ is: 'invited' })
      await assertWithin(tx, 'invited')
      await addSmsMessage(tx, id, 'invited', now())
    },
    /** Sends what was entered. Throws `SmsNotSent`. */
    async sendInvitation(sms: Sms, id: string): Promise<void> {
      minutes.spend({ is: 'invited' })
      await deliver(sms, id)
    },
    /**
     * For an id that nobody has: sends nothing, but takes as long as the last SMS did and throws where an SMS to somebody known
     * would not be sent, so that neither tells who has an account.
     */
    async pretend(): Promise<void> {
      minutes.assertRoom({ is: 'known' })
      await assertWithin(db.read, 'known')
      await delay(lastTookMs)
      if (failed !== null && now() - failed.at < FAILING_MS) throw failed.reason
    },
    /** Whether the provider fails so often that it is not asked for a while. */
    isFailing: () => circuit.isOpen(),
    /** Calls back when that begins and ends. */
    watch: (listener: (failing: boolean) => void) => void listeners.push(listener),
  }
}
