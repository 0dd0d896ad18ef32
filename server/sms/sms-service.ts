import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Reader, Writer } from '../db/database'
import {
  addSmsMessage,
  beginSmsTrouble,
  endSmsTrouble,
  readSmsSpent,
  readSmsSpentFrom,
  readSmsTrouble,
  type SmsSpent,
  settleSmsMessage,
} from '../db/queries/sms-messages'
import type { SmsState } from '../db/tables'
import { type CallLimit, createCallLimit } from '../limits'
import { randomId } from '../random'
import { kindOfAnswer } from './provider-words'
import { type Payer, type Sms, SmsNotSent, type SmsSender } from './sms'

const MINUTE_MS = 60_000
/**
 * Maximum SMS per server and minute. A hall full of people behind one address causes up to 200 a
 * minute; one address may use a quarter of the maximum.
 */
export const SMS_PER_MINUTE = 960
/** The share of new registrations; the rest is reserved for accounts that have signed in before. */
export const NEW_PER_MINUTE = SMS_PER_MINUTE / 2
/** Separate budget of invitations, so that invitations and sign-ins do not delay each other. */
const INVITED_PER_MINUTE = SMS_PER_MINUTE
/** A share of a budget, in whole SMS; at least one, or the smallest budgets would let nobody in. */
const shareOf = (budget: number, share: number) => Math.max(1, Math.floor(budget * share))
/**
 * Limits one address to half of the new registrations' half of any budget, leaving the rest to
 * other addresses.
 */
const ofOneAddress = (budget: number) => shareOf(budget, 1 / 4)
export const NEW_PER_ADDRESS = ofOneAddress(SMS_PER_MINUTE)

/** Maximum SMS in total and within 24 hours, over all servers of the database. */
export interface SpendingLimit {
  readonly all: number
  readonly day: number
}

/**
 * Retry delay if the daily or total budget is used up (ms): the organiser may have raised it by
 * then.
 */
const BUDGET_RETRY_MS = 10 * MINUTE_MS

/**
 * Returns the remaining budget. New registrations and invitations may each use half, together three
 * quarters: neither uses up the other's, nor the share of accounts that have signed in before.
 */
function remainingOf(max: number, spent: SmsSpent['all'], payer: Payer['kind']): number {
  const remaining = max - spent.total
  return payer === 'known'
    ? remaining
    : Math.min(
        remaining,
        shareOf(max, 1 / 2) - spent[payer],
        shareOf(max, 3 / 4) - spent.invited - spent.new,
      )
}

const outOfBudget = (waitMs: number) =>
  new SmsNotSent('not attempted', 'the budget is used up', waitMs)

/** Creates this server's budget per minute. */
function createMinuteBudget(now: () => number) {
  const limitOf = (max: number) => createCallLimit({ max, windowMs: MINUTE_MS }, now)
  const [all, invited, fresh] = [
    limitOf(SMS_PER_MINUTE),
    limitOf(INVITED_PER_MINUTE),
    limitOf(NEW_PER_MINUTE),
  ]
  const ofAddress = limitOf(NEW_PER_ADDRESS)
  function limitsOf(payer: Payer): (readonly [CallLimit, key: string])[] {
    switch (payer.kind) {
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

/** Consecutive failures that open the circuit. */
export const FAILURES_TO_OPEN = 5
/** Time after which an open circuit lets one SMS through (ms). */
export const OPEN_MS = 30_000
/** After a failure the provider counts as failing for this long, unless an SMS is sent (ms). */
const FAILING_MS = 60_000

/**
 * Creates a circuit breaker: otherwise everybody would wait for the timeouts of a failing provider,
 * and the load would make it worse. After a while one SMS tests the provider; if that SMS is sent,
 * the others follow.
 */
function createCircuit(now: () => number, onChange: (open: boolean) => void) {
  let failures = 0
  /** When the provider was last tried; null while the circuit is closed. */
  let openSince: number | null = null

  function change(since: number | null): void {
    const wasOpen = openSince !== null
    openSince = since
    if (wasOpen !== (since !== null)) onChange(since !== null)
  }
  function assertPauseOver(): void {
    const waitMs = openSince === null ? 0 : openSince + OPEN_MS - now()
    if (waitMs > 0) throw new SmsNotSent('not attempted', 'the provider keeps failing', waitMs)
  }
  return {
    isOpen: () => openSince !== null,
    /** Throws what `pass` would throw, without becoming the SMS that tests the provider. */
    assertPauseOver,
    /**
     * Throws `SmsNotSent` while the circuit is open, except for the SMS that tests the provider.
     * The caller must report success or failure.
     */
    pass(): void {
      assertPauseOver()
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

/** The same refusal for this many numbers in a row means that the provider refuses all SMS. */
const SAME_REFUSALS = 5

/**
 * Distinguishes a refused number from a provider that refuses everything, for example because it
 * does not know the sender. Both may give the same answer.
 */
function createRefusals() {
  let kind = ''
  const numbers = new Set<string>()
  const isOfAll = (why: string) => numbers.size >= SAME_REFUSALS && kindOfAnswer(why) === kind
  return {
    /** Whether this refusal concerns all numbers. */
    isOfAll,
    /** Counts a refusal and returns whether it concerns all numbers. */
    add(number: string, why: string): boolean {
      if (kindOfAnswer(why) !== kind) {
        kind = kindOfAnswer(why)
        numbers.clear()
      }
      if (numbers.size < SAME_REFUSALS) numbers.add(number)
      return isOfAll(why)
    },
    end: () => numbers.clear(),
  }
}

export type SmsService = ReturnType<typeof createSmsService>

interface SmsServiceOptions {
  readonly sender: SmsSender
  readonly db: Database
  /** null if SMS cost nothing. */
  readonly limit: SpendingLimit | null
  /** The clock of budgets and circuit (ms). */
  readonly now: () => number
}

/** Sends SMS within the budgets, and records their outcome, without recipient or text. */
export function createSmsService({ sender, db, limit, now }: SmsServiceOptions) {
  const minute = createMinuteBudget(now)
  const listeners: ((failing: boolean) => void)[] = []
  const refusals = createRefusals()
  /** Whether the provider refuses all our SMS. */
  let isTroubled = false
  let wasFailing = false
  const isFailing = () => isTroubled || circuit.isOpen()
  function tell(): void {
    if (isFailing() === wasFailing) return
    wasFailing = isFailing()
    for (const listener of listeners) listener(wasFailing)
  }
  const circuit = createCircuit(now, tell)
  const total = { sent: 0, failed: 0 }
  let lastTookMs = 0
  let lastFailure: { readonly reason: SmsNotSent; readonly at: number } | null = null

  async function assertWithinLimit(reader: Reader | Writer, payer: Payer): Promise<void> {
    if (limit === null) return
    const { all, day } = await readSmsSpent(reader, now())
    const remaining = [
      remainingOf(limit.all, all, payer.kind),
      remainingOf(limit.day, day, payer.kind),
    ]
    if (payer.kind === 'new') {
      const spent = await readSmsSpentFrom(reader, payer.address, now())
      remaining.push(ofOneAddress(limit.all) - spent.all, ofOneAddress(limit.day) - spent.day)
    }
    if (Math.min(...remaining) <= 0) throw outOfBudget(BUDGET_RETRY_MS)
  }

  async function reserve(tx: Writer, id: string, payer: Payer): Promise<void> {
    await assertWithinLimit(tx, payer)
    await addSmsMessage(tx, id, payer, now())
  }

  /**
   * Records an outcome. The SMS is already sent or not, so a failure to record must not change the
   * answer.
   */
  async function record(
    id: string,
    state: SmsState,
    settle?: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    const work = async (tx: Writer) => {
      await settleSmsMessage(tx, id, state, now())
      await settle?.(tx)
    }
    await db.write({ kind: 'records' }, work).catch(() => undefined)
  }

  /** Whether any server, also before a restart, has found that this refusal is of all numbers. */
  async function isKnownTrouble(why: string): Promise<boolean> {
    const words = await readSmsTrouble(db.read).catch(() => null)
    return words !== null && kindOfAnswer(words) === kindOfAnswer(why)
  }

  /** Judges what a failure means for other SMS, and reclassifies it accordingly. */
  async function judge(
    reason: SmsNotSent,
    number: string,
    payer: Payer['kind'],
  ): Promise<SmsNotSent> {
    const { failure, why } = reason
    if (failure === 'not attempted') return reason
    if (failure !== 'refused') {
      lastFailure = { reason, at: now() }
      circuit.failed()
      isTroubled ||= failure === 'account refused'
      return reason
    }
    // Anybody can enter a number that the provider refuses; that must not stop others' SMS.
    circuit.succeeded()
    if (!refusals.add(number, why) && !(await isKnownTrouble(why))) return reason
    isTroubled = true
    const ofAll = new SmsNotSent('account refused', why)
    // Remember the failure for a known number, because unknown numbers must get the same answer.
    if (payer === 'known') lastFailure = { reason: ofAll, at: now() }
    return ofAll
  }

  async function deliver(sms: Sms, id: string, payer: Payer['kind']): Promise<void> {
    try {
      if (payer !== 'invited') circuit.pass()
      await sender.send({ ...sms, id })
    } catch (thrown) {
      const reason = await judge(SmsNotSent.from(thrown), sms.to, payer)
      const { failure, why } = reason
      total.failed++
      await record(id, failure === 'unknown' ? 'unknown' : 'failed', async (tx) => {
        if (failure === 'account refused') await beginSmsTrouble(tx, why)
      })
      tell()
      throw reason
    }
    total.sent++
    lastFailure = null
    isTroubled = false
    refusals.end()
    circuit.succeeded()
    tell()
    await record(id, 'sent', endSmsTrouble)
  }

  return {
    /** Throws `SmsNotSent` if a budget is used up or the provider does not take the SMS. */
    async send(sms: Sms, payer: Payer): Promise<void> {
      minute.assertWithin(payer)
      minute.spend(payer)
      const startedAt = performance.now()
      try {
        const id = randomId(130)
        await db.write({ kind: 'records' }, (tx) => reserve(tx, id, payer))
        await deliver(sms, id, payer.kind)
      } finally {
        lastTookMs = performance.now() - startedAt
      }
    },
    /**
     * Inside the transaction that creates an invitation: records its SMS under `id`. Throws
     * `SmsNotSent` if a budget is used up.
     */
    async reserveInvitation(tx: Writer, id: string, userId: string): Promise<void> {
      const payer = { kind: 'invited', userId } as const
      minute.assertWithin(payer)
      await reserve(tx, id, payer)
    },
    /** Sends a reserved invitation. Throws `SmsNotSent`. */
    async sendInvitation(sms: Sms, id: string, userId: string): Promise<void> {
      minute.spend({ kind: 'invited', userId })
      await deliver(sms, id, 'invited')
    },
    /**
     * For a number or e-mail that no account has: sends nothing, but takes as long as the last SMS
     * and throws if an SMS to a known person would fail, so that the answer reveals no account.
     */
    async imitateSend(): Promise<void> {
      minute.assertWithin({ kind: 'known' })
      await assertWithinLimit(db.read, { kind: 'known' })
      await delay(lastTookMs)
      circuit.assertPauseOver()
      if (lastFailure !== null && now() - lastFailure.at < FAILING_MS) throw lastFailure.reason
    },
    /** Whether this refusal is one with which the provider refuses all SMS. */
    refusesAll: ({ failure, why }: SmsNotSent) =>
      failure === 'account refused' || refusals.isOfAll(why),
    isFailing,
    /** Returns how many of this server's SMS were sent, and how many failed. */
    total: (): Readonly<typeof total> => total,
    /** Registers a callback for when the provider starts or stops failing. */
    watch: (listener: (failing: boolean) => void) => void listeners.push(listener),
  }
}
