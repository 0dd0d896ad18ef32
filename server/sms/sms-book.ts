import type { Database } from '../db/database'
import { addSmsMessage, readSmsSpent, type SmsSpent, settleSmsMessage } from '../db/queries/sms-messages'
import type { SmsState } from '../db/tables'
import { randomId } from '../random'
import { SmsNotSent } from './sms'
import type { Payer } from './sms-budget'

/** How many SMS may be sent in all and in 24 hours, over all servers of the database. */
export interface SpendingLimit {
  readonly all: number
  readonly day: number
}

/** Keeps which SMS were sent, without whom they were for or what they said. */
export interface SmsBook {
  /** Throws `SmsNotSent` if an SMS to `payer` may not be sent. */
  check(payer: Payer['is']): Promise<void>
  /** Enters an SMS before it is sent, and returns its id. Throws `SmsNotSent` if it may not be sent. */
  enter(payer: Payer['is']): Promise<string>
  settle(id: string, state: SmsState): Promise<void>
}

/** When to ask again if the budget of a day or of all is used up: the organiser may have raised it by then. */
const ASK_AGAIN_MS = 10 * 60_000

/** New registrations may use half, the rest is for accounts that have signed in before. */
function isSpent(spent: SmsSpent, limit: SpendingLimit, payer: Payer['is']): boolean {
  if (spent.all >= limit.all || spent.day >= limit.day) return true
  return payer === 'new' && (spent.allNew >= limit.all / 2 || spent.dayNew >= limit.day / 2)
}

/** `limit` is null where SMS cost nothing. */
export function createSmsBook(db: Database, limit: SpendingLimit | null, now: () => number): SmsBook {
  async function assertWithin(reader: Parameters<typeof readSmsSpent>[0], payer: Payer['is']): Promise<void> {
    if (limit === null || !isSpent(await readSmsSpent(reader, now()), limit, payer)) return
    throw SmsNotSent.forWantOfBudget(ASK_AGAIN_MS)
  }

  return {
    check: (payer) => assertWithin(db.read, payer),
    async enter(payer) {
      const id = randomId(130)
      await db.write({ on: 'records' }, async (tx) => {
        await assertWithin(tx, payer)
        await addSmsMessage(tx, id, payer, now())
      })
      return id
    },
    settle: (id, state) => db.write({ on: 'records' }, (tx) => settleSmsMessage(tx, id, state, now())),
  }
}
