import type { Reader, Writer } from '#server/db/database'
import { findByMobile, isNicknameTaken, isReserved } from '#server/db/queries/accounts'
import type { SmsState, UsersTable } from '#server/db/tables'
import { type Countries, countryOf } from '#server/mobile'
import { hashSecret } from '#server/random'
import type { ListedPlayer } from './read-players'

/** What is to be done about a player of the list. */
export type Step =
  | { readonly is: 'invite'; readonly player: ListedPlayer; readonly account: UsersTable | undefined }
  /** Has an SMS already, or may have: it was being sent when an earlier run ended, or the provider did not say. */
  | { readonly is: 'done'; readonly player: ListedPlayer; readonly certain: boolean }
  | { readonly is: 'skip'; readonly player: ListedPlayer; readonly why: string }

/** One SMS a person, whatever number they have: the same id in every run, so that the database refuses a second one. */
export function invitationId(userId: string): string {
  return hashSecret(`invitation:${userId}`).slice(0, 32)
}

async function readState(db: Reader | Writer, userId: string): Promise<SmsState | null> {
  const id = invitationId(userId)
  const row = await db.selectFrom('sms_messages').where('message_id', '=', id).select('state').executeTakeFirst()
  return row?.state ?? null
}

/** Decides what to do about one player, by what the database says now. */
export async function planStep(db: Reader | Writer, player: ListedPlayer, countries: Countries): Promise<Step> {
  const country = countryOf(player.mobile)
  const skip = (...why: string[]): Step => ({ is: 'skip', player, why: why.join('; ') })
  const account = (await findByMobile(db, player.mobile)).find(isReserved)
  const faults = [
    ...(country === undefined || !countries.has(country) ? ['SMS_COUNTRIES does not name the country of the number'] : []),
    ...((await isNicknameTaken(db, player.nickname, account)) ? [`the nickname "${player.nickname}" is taken`] : []),
  ]
  if (faults.length > 0) return skip(...faults)
  if (account === undefined) return { is: 'invite', player, account }
  const state = await readState(db, account.user_id)
  if (state !== null && state !== 'failed') {
    return { is: 'done', player, certain: state !== 'sending' && state !== 'unknown' }
  }
  if (account.blocked_at !== null) return skip('is blocked')
  if (account.first_signed_in_at !== null) return skip('has signed in already')
  if (account.vendor_id !== null || account.organiser_since !== null)
    return skip('is staff or organiser: use links or login-link')
  return { is: 'invite', player, account }
}
