import { setTimeout as delay } from 'node:timers/promises'
import type { SmsState } from '../db/tables'
import { createCircuit } from './circuit'
import { ProviderFailure, type Sms, SmsNotSent, type SmsSender } from './sms'
import type { SmsBook } from './sms-book'
import { createSmsBudget, type Payer } from './sms-budget'

/** How long a provider counts as failing (ms) where nothing was sent since. */
const FAILING_MS = 60_000

function concernsOneNumber(reason: unknown): boolean {
  return reason instanceof ProviderFailure && reason.fate === 'refused'
}

function stateOf(reason: unknown): SmsState {
  return reason instanceof ProviderFailure && reason.fate === 'unknown' ? 'unknown' : 'failed'
}

export type SmsDesk = ReturnType<typeof createSmsDesk>

/** Sends SMS within the budgets. `now` is the time that budget and circuit go by (ms). */
export function createSmsDesk(sender: SmsSender, book: SmsBook, now: () => number) {
  const budget = createSmsBudget(now)
  const listeners: ((failing: boolean) => void)[] = []
  const circuit = createCircuit(now, (open) => {
    for (const listener of listeners) listener(open)
  })
  let lastTookMs = 0
  let failed: { readonly reason: unknown; readonly at: number } | null = null

  function assertBudget(payer: Payer): void {
    const waitMs = budget.wait(payer)
    if (waitMs > 0) throw SmsNotSent.forWantOfBudget(waitMs)
  }

  /** The SMS has left or not by now, so a book that cannot be written must not change what is said about it. */
  async function settle(id: string, state: SmsState): Promise<void> {
    await book.settle(id, state).catch(() => undefined)
  }

  async function deliver(sms: Sms, id: string): Promise<void> {
    try {
      await sender.send({ ...sms, id })
    } catch (reason) {
      // Anybody can name a number that the provider refuses; that must not stop the SMS of others.
      if (concernsOneNumber(reason)) circuit.succeeded()
      else {
        failed = { reason, at: now() }
        circuit.failed()
      }
      await settle(id, stateOf(reason))
      throw SmsNotSent.byProvider(reason)
    }
    failed = null
    circuit.succeeded()
    await settle(id, 'sent')
  }

  return {
    /** Throws `SmsNotSent` where a budget is used up or the provider does not take it. */
    async send(sms: Sms, payer: Payer): Promise<void> {
      assertBudget(payer)
      budget.spend(payer)
      const begun = performance.now()
      try {
        const id = await book.enter(payer.is)
        const waitMs = circuit.enter()
        if (waitMs > 0) {
          await settle(id, 'failed')
          throw SmsNotSent.whileFailing(waitMs)
        }
        await deliver(sms, id)
      } finally {
        lastTookMs = performance.now() - begun
      }
    },
    /**
     * For an id that nobody has: sends nothing, but takes as long as the last SMS did and throws where an SMS to somebody known
     * would not be sent, so that neither tells who has an account.
     */
    async pretend(): Promise<void> {
      assertBudget({ is: 'known' })
      await book.check('known')
      await delay(lastTookMs)
      if (failed !== null && now() - failed.at < FAILING_MS) throw SmsNotSent.byProvider(failed.reason)
    },
    /** Whether the provider fails so often that it is not asked for a while. */
    isFailing: () => circuit.isOpen(),
    /** Calls back when that begins and ends. */
    watch: (listener: (failing: boolean) => void) => void listeners.push(listener),
  }
}
