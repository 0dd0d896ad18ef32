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

/** When to ask again if the budget of a day or of all is used up: the organiser may have raised it by then. */
const ASK_AGAIN_MS = 10 * 60_000

/** New registrations may use half, the rest is for accounts that have signed in before. */
function isSpent(spent: SmsSpent, limit: SpendingLimit, payer: Payer['is']): boolean {
  if (spent.all >= limit.all || spent.day >= limit.day) return true
  return payer === 'new' && (spent.allNew >= limit.all / 2 || spent.dayNew >= limit.day / 2)
}

export type SmsBook = ReturnType<typeof createSmsBook>

/** Keeps which SMS were sent, without whom they were for or what they said. `limit` is null where SMS cost nothing. */
export function createSmsBook(db: Database, limit: SpendingLimit | null, now: () => number) {
  async function assertWithin(reader: Parameters<typeof readSmsSpent>[0], payer: Payer['is']): Promise<void> {
    if (limit === null || !isSpent(await readSmsSpent(reader, now()), limit, payer)) return
    throw SmsNotSent.forWantOfBudget(ASK_AGAIN_MS)
  }

  return {
    /** Throws `SmsNotSent` if an SMS to `payer` may not be sent. */
    check: (payer: Payer['is']) => assertWithin(db.read, payer),
    /** Enters an SMS before it is sent, and returns its id. Throws `SmsNotSent` if it may not be sent. */
    async enter(payer: Payer['is']): Promise<string> {
      const id = randomId(130)
      await db.write({ on: 'records' }, async (tx) => {
        await assertWithin(tx, payer)
        await addSmsMessage(tx, id, payer, now())
      })
      return id
    },
    settle: (id: string, state: SmsState) => db.write({ on: 'records' }, (tx) => settleSmsMessage(tx, id, state, now())),
  }
}
