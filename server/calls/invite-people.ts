import * as v from 'valibot'
import { calls } from '#contract/calls'
import { issue } from '#contract/field-issues'
import * as form from '#contract/form-fields'
import type { Invitation } from '#contract/organiser-entities'
import { caseKey, uniqueNicknameKey } from '#rules/account'
import { inviteTexts } from '#texts/errors'
import { fieldTexts } from '#texts/fields'
import { audit } from '../audit'
import type { Handler } from '../call-context'
import { type Work, type Writer, writeOrTry } from '../db/database'
import {
  findByMobile,
  isNicknameTaken,
  isReserved,
  nicknameMaker,
  removeUnusedAccount,
} from '../db/queries/accounts'
import { addOrganiserLink } from '../db/queries/sign-in-requests'
import { invitationState, readInvitations } from '../db/queries/sms-messages'
import type { UsersTable } from '../db/tables'
import type { Game } from '../game'
import { countryOf, parseMobile } from '../mobile'
import { hashSecret, randomId } from '../random'
import { faultyFields } from '../refusal'
import { invitationText, type Sms, SmsNotSent } from '../sms/sms'

const withoutBlank = (typed: unknown) =>
  typed === null || (typeof typed === 'string' && typed.trim() === '') ? undefined : typed

const person = v.object(
  {
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    mobile: v.pipe(
      form.mobile,
      v.transform((typed) => parseMobile(typed) ?? ''),
      v.minLength(1, issue('mobile')),
    ),
    /** An empty cell means no nickname. */
    nickname: v.optional(v.pipe(v.unknown(), v.transform(withoutBlank), v.optional(form.nickname))),
  },
  issue('invalid'),
)
/** A known account may have no e-mail. */
const known = v.object({
  ...person.entries,
  email: v.pipe(v.unknown(), v.transform(withoutBlank), v.optional(form.email)),
})
type InvitedPerson = v.InferOutput<typeof known>

/**
 * Derives the id of a person's invitation in a round. The database refuses a repeated id, so a
 * person gets one SMS a round, however often the call is made. Without a round the id is random.
 */
function invitationId(userId: string, round: string | undefined): string {
  return round === undefined
    ? randomId(130)
    : hashSecret(`invitation:${userId}:${round}`).slice(0, 32)
}

const refused = (code: string, fields?: Record<string, string>): Invitation => ({
  status: 'refused',
  code,
  ...(fields && { fields }),
})
const faulty = (field: keyof InvitedPerson, text: string) =>
  refused('INVALID_INPUT', { [field]: text })
/**
 * The answer for a person while no SMS can be sent. Whoever gets it has no new account, so the list
 * can be sent again later.
 */
const NO_SMS_NOW = refused('UNAVAILABLE')

/** A person whose SMS is recorded but not sent yet. */
interface Registered {
  readonly userId: string
  readonly isNew: boolean
  readonly nickname: string
  readonly messageId: string
  readonly token: string
  readonly sms: Sms
}

/** The options of one round of invitations. */
interface Round {
  readonly dryRun: boolean
  /** Also invite people who already had an invitation. */
  readonly again: boolean
  readonly id: string | undefined
}

/**
 * Returns the answer for a person who had an invitation or has signed in; null if they should get
 * an invitation.
 */
async function knownOutcome(
  db: Writer,
  account: UsersTable,
  round: Round,
  now: number,
): Promise<Invitation | null> {
  const { user_id, nickname } = account
  const [earlier, id] = [await readInvitations(db, user_id), invitationId(user_id, round.id)]
  const ofRound = earlier.find(({ message_id }) => message_id === id)
  const signed_in = account.first_signed_in_at !== null
  const had: Invitation = { status: 'had_one', nickname, signed_in }
  if (ofRound !== undefined && ofRound.state !== 'failed') {
    const state = invitationState(ofRound, now)
    // An SMS that may have been sent is not sent again in the same round.
    return state === 'sending' ? had : { status: state, nickname }
  }
  if (round.again) return null
  const [latest] = earlier
  const hasOne = signed_in || (latest !== undefined && invitationState(latest, now) !== 'failed')
  return hasOne ? had : null
}

/** Returns why a person cannot be invited; null if they can. */
async function refusalFor(
  db: Writer,
  account: UsersTable | undefined,
  invited: InvitedPerson,
  round: Round,
  now: number,
): Promise<Invitation | null> {
  if (account === undefined) {
    if (invited.email === undefined) return faulty('email', fieldTexts.email)
    const isTaken = invited.nickname !== undefined && (await isNicknameTaken(db, invited.nickname))
    return isTaken ? faulty('nickname', fieldTexts.nickname_taken) : null
  }
  if (account.vendor_id !== null || account.organiser_since !== null) {
    return refused('ALREADY_REGISTERED', { mobile: inviteTexts.staff })
  }
  if (account.blocked_at !== null) return refused('BLOCKED')
  return await knownOutcome(db, account, round, now)
}

/**
 * Registers a person with a link and records their SMS in one transaction, before the SMS is sent.
 * So nobody gets a second SMS, wherever an import is interrupted.
 */
async function registerPerson(
  game: Game,
  invited: InvitedPerson,
  round: Round,
  taken: ReadonlySet<string>,
): Promise<Registered | Invitation> {
  const now = game.now()
  const country = countryOf(invited.mobile)
  if (country === undefined || !game.smsCountries.has(country))
    return faulty('mobile', fieldTexts.mobile_country)
  const work: Work<Registered | Invitation> = async (db, notify) => {
    notify({ of: calls.invitePeople.touches })
    const account = (await findByMobile(db, invited.mobile)).find(isReserved)
    const refusal = await refusalFor(db, account, invited, round, now)
    if (refusal !== null) return refusal
    const userId = account?.user_id ?? randomId(60)
    const nickname =
      account?.nickname ??
      invited.nickname ??
      (await nicknameMaker(db, new Set(taken))(invited.first_name))
    const messageId = invitationId(userId, round.id)
    // A failed invitation has reached nobody.
    await db
      .deleteFrom('sms_messages')
      .where('message_id', '=', messageId)
      .where('state', '=', 'failed')
      .execute()
    await game.sms.reserveInvitation(db, messageId, userId)
    if (account === undefined) {
      const { first_name, last_name, email = '', mobile } = invited
      await db
        .insertInto('users')
        .values({
          user_id: userId,
          first_name,
          last_name,
          email,
          email_key: caseKey(email),
          mobile,
          nickname,
          nickname_key: uniqueNicknameKey(nickname),
          imported: 1,
          created_at: now,
        })
        .execute()
    }
    const token = await addOrganiserLink(db, userId, now)
    const sms = {
      to: invited.mobile,
      text: invitationText(game.publicUrl, game.names.product, userId, token),
    }
    return { userId, isNew: account === undefined, nickname, messageId, token, sms }
  }
  const registered = await writeOrTry(game.db, { kind: 'accounts' }, work, round.dryRun)
  return round.dryRun && 'userId' in registered
    ? { status: 'sent', nickname: registered.nickname }
    : registered
}

/**
 * Undoes an invitation whose SMS was certainly not sent: deletes the link, and with
 * `removesAccount` also the account.
 */
async function undo(
  game: Game,
  { userId, token }: Registered,
  removesAccount: boolean,
): Promise<void> {
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.invitePeople.touches })
    await db.deleteFrom('organiser_links').where('token_hash', '=', hashSecret(token)).execute()
    if (removesAccount) await removeUnusedAccount(db, userId)
  })
}

/**
 * A person whose SMS the provider refused. Its answers for other people show whether it refuses
 * only this number or all numbers.
 */
interface Doubtful {
  readonly refusal: SmsNotSent
  readonly registered: Registered
}

/** Sends the recorded SMS. */
async function send(game: Game, registered: Registered): Promise<Invitation | Doubtful> {
  const { userId, isNew, nickname, messageId, sms } = registered
  const failed: Invitation = { status: 'failed', nickname }
  try {
    await game.sms.sendInvitation(sms, messageId, userId)
    return { status: 'sent', nickname }
  } catch (reason) {
    const refusal = SmsNotSent.from(reason)
    switch (refusal.failure) {
      case 'refused':
        return { refusal, registered }
      // The SMS may have been sent, so its link must work.
      case 'unknown':
        return failed
      case 'not reached':
      case 'account refused':
        await undo(game, registered, false)
        return failed
      case 'not attempted':
      case 'try later':
        await undo(game, registered, isNew)
        return NO_SMS_NOW
    }
  }
}

/**
 * Decides on a refused number once the provider has answered for all people. If it refuses only
 * this number, the account is removed, which frees its nickname for the corrected number.
 */
async function settle(game: Game, { refusal, registered }: Doubtful): Promise<Invitation> {
  const isOfAll = game.sms.refusesAll(refusal)
  await undo(game, registered, registered.isNew && !isOfAll)
  return isOfAll
    ? { status: 'failed', nickname: registered.nickname }
    : faulty('mobile', inviteTexts.refused)
}

/** Number of SMS sent in parallel. */
const SMS_IN_PARALLEL = 10
/**
 * No further person is registered after this time (ms), because the page gives up a call after
 * 15 s. It sends the remaining people in another call.
 */
const TIME_MAX_MS = 8_000

/**
 * Registers people and sends each of them one link. May be interrupted anywhere and repeated. If no
 * more SMS can be sent (budget, time), refuses the remaining people with UNAVAILABLE without
 * registering them. If the provider cannot be reached or refuses all numbers, people stay
 * registered, so that another SMS can be sent to them.
 */
export const invitePeople: Handler<'invitePeople'> = async (
  { people, dry_run, again, invite_id },
  { game, by },
) => {
  const round: Round = { dryRun: dry_run === 1, again: again === 1, id: invite_id }
  const until = performance.now() + TIME_MAX_MS
  const answers: (Invitation | Doubtful)[] = []
  const numbers = new Set<string>()
  const nicknames = new Set<string>()
  let isOver = false

  function read(one: unknown): InvitedPerson | Invitation {
    const parsed = v.safeParse(known, one)
    if (!parsed.success) {
      const { issues = [] } = v.safeParse(person, one)
      return refused('INVALID_INPUT', faultyFields(issues))
    }
    const { mobile, nickname } = parsed.output
    if (numbers.has(mobile)) return faulty('mobile', inviteTexts.twice)
    numbers.add(mobile)
    const isTwice = nickname !== undefined && nicknames.has(uniqueNicknameKey(nickname))
    return isTwice ? faulty('nickname', fieldTexts.nickname_taken) : parsed.output
  }

  async function registerOne(one: unknown): Promise<Registered | Invitation> {
    const invited = read(one)
    if ('status' in invited) return invited
    if (isOver || performance.now() > until) return NO_SMS_NOW
    try {
      const registered = await registerPerson(game, invited, round, nicknames)
      if (registered.nickname !== undefined) nicknames.add(uniqueNicknameKey(registered.nickname))
      return registered
    } catch (thrown) {
      if (!(thrown instanceof SmsNotSent)) throw thrown
      isOver = true
      return NO_SMS_NOW
    }
  }

  try {
    for (let from = 0; from < people.length; from += SMS_IN_PARALLEL) {
      const registered: (Registered | Invitation)[] = []
      for (const one of people.slice(from, from + SMS_IN_PARALLEL))
        registered.push(await registerOne(one))
      const sent = await Promise.all(
        registered.map(async (one) => ('status' in one ? one : send(game, one))),
      )
      isOver ||= sent.includes(NO_SMS_NOW)
      answers.push(...sent)
    }
    const results: Invitation[] = []
    for (const answer of answers)
      results.push('refusal' in answer ? await settle(game, answer) : answer)
    return { results }
  } finally {
    // Write one audit entry per call, because an entry per person would bury all other entries.
    const count = answers.filter((answer) => 'status' in answer && answer.status === 'sent').length
    if (count > 0 && !round.dryRun) {
      await game.db.write({ kind: 'records' }, (db) =>
        audit(db, game.now(), by, { what: 'invite', about: String(count) }),
      )
    }
  }
}
