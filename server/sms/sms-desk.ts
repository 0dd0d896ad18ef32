import { setTimeout as delay } from 'node:timers/promises'
import { type Sms, SmsNotSent, type SmsSender } from './sms'
import { createSmsBudget, type Payer } from './sms-budget'

/** How long a provider counts as failing (ms) where nothing was sent since. */
const FAILING_MS = 60_000

/** Sends SMS within the budget. */
export interface SmsDesk {
  /** Throws `SmsNotSent` where the budget is used up or the provider does not take it. */
  send(sms: Sms, payer: Payer): Promise<void>
  /**
   * For an id that nobody has: sends nothing, but takes as long as the last SMS did and throws where an SMS to somebody known
   * would not be sent, so that neither tells who has an account.
   */
  pretend(): Promise<void>
}

/** `now` is the time that the budget goes by (ms). */
export function createSmsDesk(sender: SmsSender, now: () => number): SmsDesk {
  const budget = createSmsBudget(now)
  let lastTookMs = 0
  let failed: { readonly reason: unknown; readonly at: number } | null = null

  function assertBudget(payer: Payer): void {
    const waitMs = budget.wait(payer)
    if (waitMs > 0) throw SmsNotSent.forWantOfBudget(waitMs)
  }

  return {
    async send(sms, payer) {
      assertBudget(payer)
      budget.spend(payer)
      const begun = performance.now()
      try {
        await sender.send(sms)
        failed = null
      } catch (reason) {
        failed = { reason, at: now() }
        throw SmsNotSent.byProvider(reason)
      } finally {
        lastTookMs = performance.now() - begun
      }
    },
    async pretend() {
      assertBudget({ is: 'known' })
      await delay(lastTookMs)
      if (failed !== null && now() - failed.at < FAILING_MS) throw SmsNotSent.byProvider(failed.reason)
    },
  }
}
