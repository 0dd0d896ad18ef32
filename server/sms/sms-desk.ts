import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Reader, Writer } from '../db/database'
import { addSmsMessage, readSmsSpent, readSmsSpentFrom, type SmsSpent, settleSmsMessage } from '../db/queries/sms-messages'
import type { SmsState } from '../db/tables'
import { type CallLimit, createCallLimit } from '../limits'
import { randomId } from '../random'
import { type Payer, type Sms, SmsNotSent, type SmsSender } from './sms'

const MINUTE_MS = 60_000
/**
 * SMS that one server sends in a minute. A hall full of people behind one address registers with 200 a minute, and one address
 * gets a quarter.
 */
export const SMS_PER_MINUTE = 960
/** What new registrations may use; the rest is reserved for accounts that have signed in before. */
export const NEW_PER_MINUTE = SMS_PER_MINUTE / 2
/** Apart from the others, so that an import delays no sign-in, nor sign-ins an import. */
const INVITED_PER_MINUTE = SMS_PER_MINUTE
/** Of every budget one address gets half of what new registrations may use, so that it leaves the rest to the next newcomer. */
const ofOneAddress = (fresh: number) => fresh / 2
export const NEW_PER_ADDRESS = ofOneAddress(NEW_PER_MINUTE)

/** How many SMS may be sent in all and in 24 hours, over all servers of the database. */
export interface SpendingLimit {
  readonly all: number
  readonly day: number
}

/** When to try again if the budget of a day or of all is used up (ms): the organiser may have raised it by then. */
const BUDGET_RETRY_MS = 10 * MINUTE_MS

/**
 * New registrations and the organiser's invitations may use half of a budget each, and three quarters together: neither uses up the
 * other's, nor what accounts need that have signed in before.
 */
function remainingOf(max: number, spent: SmsSpent['all'], payer: Payer['is']): number {
  const remaining = max - spent.total
  return payer === 'known' ? remaining : Math.min(remaining, max / 2 - spent[payer], (max * 3) / 4 - spent.invited - spent.new)
}

const outOfBudget = (waitMs: number) => new SmsNotSent('not attempted', 'the budget is used up', waitMs)

/** The budget of each minute, of this server. */
function createMinuteBudget(now: () => number) {
  const limitOf = (max: number) => createCallLimit({ max, windowMs: MINUTE_MS }, now)
  const [all, invited, fresh] = [limitOf(SMS_PER_MINUTE), limitOf(INVITED_PER_MINUTE), limitOf(NEW_PER_MINUTE)]
  const ofAddress = limitOf(NEW_PER_ADDRESS)
  function limitsOf(payer: Payer): (readonly [CallLimit, key: string])[] {
    switch (payer.is) {
      case 'known':
        return [[all, '']]
      case 'invited':
        return [[invited, '']]
      case 'new':
        return [
          [all, ''],
          [fresh, ''],
          [ofAddress, payer.address],
        ]
    }
  }
  return {
    assertWithin(payer: Payer): void {
      const waitMs = Math.max(...limitsOf(payer).map(([limit, key]) => limit.wait(key)))
      if (waitMs > 0) throw outOfBudget(waitMs)
    },
    spend(payer: Payer): void {
      for (const [limit, key] of limitsOf(payer)) limit.take(key)
    },
  }
}

/** So many failures in a row open the circuit. */
export const FAILURES_TO_OPEN = 5
/** After this time one SMS is tried (ms). */
export const OPEN_MS = 30_000
/** How long a provider counts as failing (ms) if nothing was sent since. */
const FAILING_MS = 60_000

/**
 * A circuit breaker: everybody would wait for the time-outs of a provider that keeps failing, and load makes it worse. After a
 * while one SMS tries it, and if that is sent, the others follow.
 */
function createCircuit(now: () => number, onChange: (open: boolean) => void) {
  let failures = 0
  /** When it was last tried; null while it is closed. */
  let openSince: number | null = null

  function change(since: number | null): void {
    const wasOpen = openSince !== null
    openSince = since
    if (wasOpen !== (since !== null)) onChange(since !== null)
  }
  return {
    isOpen: () => openSince !== null,
    /** Whoever passes must report success or failure. */
    pass(): void {
      const waitMs = openSince === null ? 0 : openSince + OPEN_MS - now()
      if (waitMs > 0) throw new SmsNotSent('not attempted', 'the provider keeps failing', waitMs)
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

interface SmsDeskOptions {
  readonly sender: SmsSender
  readonly db: Database
  /** null where SMS cost nothing. */
  readonly limit: SpendingLimit | null
  /** The clock of budgets and circuit (ms). */
  readonly now: () => number
}

/** Sends SMS within the budgets, and records their outcome, without recipient or text. */
export function createSmsDesk({ sender, db, limit, now }: SmsDeskOptions) {
  const minute = createMinuteBudget(now)
  const listeners: ((failing: boolean) => void)[] = []
  const circuit = createCircuit(now, (open) => {
    for (const listener of listeners) listener(open)
  })
  let lastTookMs = 0
  let lastFailure: { readonly reason: SmsNotSent; readonly at: number } | null = null

  async function assertWithinLimit(reader: Reader | Writer, payer: Payer): Promise<void> {
    if (limit === null) return
    const { all, day } = await readSmsSpent(reader, now())
    const remaining = [remainingOf(limit.all, all, payer.is), remainingOf(limit.day, day, payer.is)]
    if (payer.is === 'new') {
      const spent = await readSmsSpentFrom(reader, payer.address, now())
      remaining.push(ofOneAddress(limit.all / 2) - spent.all, ofOneAddress(limit.day / 2) - spent.day)
    }
    if (Math.min(...remaining) <= 0) throw outOfBudget(BUDGET_RETRY_MS)
  }

  async function reserve(tx: Writer, id: string, payer: Payer): Promise<void> {
    await assertWithinLimit(tx, payer)
    await addSmsMessage(tx, id, payer, now())
  }

  /** The SMS was sent or not by now, so a record that cannot be written must not change the answer. */
  async function record(id: string, state: SmsState): Promise<void> {
    await db.write({ on: 'records' }, (tx) => settleSmsMessage(tx, id, state, now())).catch(() => undefined)
  }

  async function deliver(sms: Sms, id: string): Promise<void> {
    try {
      circuit.pass()
      await sender.send({ ...sms, id })
    } catch (thrown) {
      const reason = SmsNotSent.from(thrown)
      // Anybody can enter a number that the provider refuses; that must not stop the SMS of others.
      if (reason.failure === 'refused') circuit.succeeded()
      else if (reason.failure !== 'not attempted') {
        lastFailure = { reason, at: now() }
        circuit.failed()
      }
      await record(id, reason.failure === 'unknown' ? 'unknown' : 'failed')
      throw reason
    }
    lastFailure = null
    circuit.succeeded()
    await record(id, 'sent')
  }

  return {
    /** Throws `SmsNotSent` if a budget is used up or the provider does not take it. */
    async send(sms: Sms, payer: Payer): Promise<void> {
      minute.assertWithin(payer)
      minute.spend(payer)
      const begun = performance.now()
      try {
        const id = randomId(130)
        await db.write({ on: 'records' }, (tx) => reserve(tx, id, payer))
        await deliver(sms, id)
      } finally {
        lastTookMs = performance.now() - begun
      }
    },
    /** In the transaction that makes an invitation, whose SMS is recorded under `id`. Throws `SmsNotSent` if a budget is used up. */
    async reserveInvitation(tx: Writer, id: string): Promise<void> {
      minute.assertWithin({ is: 'invited' })
      await reserve(tx, id, { is: 'invited' })
    },
    /** Sends a reserved invitation. Throws `SmsNotSent`. */
    async sendInvitation(sms: Sms, id: string): Promise<void> {
      minute.spend({ is: 'invited' })
      await deliver(sms, id)
    },
    /**
     * For an id that nobody has: sends nothing, but takes as long as the last SMS did and throws where an SMS to somebody known
     * would not be sent, so that neither tells who has an account.
     */
    async imitateSend(): Promise<void> {
      minute.assertWithin({ is: 'known' })
      await assertWithinLimit(db.read, { is: 'known' })
      await delay(lastTookMs)
      if (lastFailure !== null && now() - lastFailure.at < FAILING_MS) throw lastFailure.reason
    },
    isFailing: circuit.isOpen,
    /** Calls back when the provider begins and ceases to fail. */
    watch: (listener: (failing: boolean) => void) => void listeners.push(listener),
  }
}
