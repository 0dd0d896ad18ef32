import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { calls } from '#contract/calls'
import { caseKey, uniqueNickname } from '#rules/account'
import { audit } from '#server/corrections/correction'
import type { Database, Reader, Writer } from '#server/db/database'
import { findByMobile, isNicknameTaken, isReserved } from '#server/db/queries/accounts'
import { addOrganiserLink } from '#server/db/queries/sign-in-requests'
import { addSmsMessage, readSmsSpent, settleSmsMessage } from '#server/db/queries/sms-messages'
import type { SmsState, UsersTable } from '#server/db/tables'
import type { SmsSettings } from '#server/env'
import { type Fault, FaultyEvent, faultAt, quoted } from '#server/event-file/faults'
import { schemaFaults } from '#server/event-file/parse'
import { person } from '#server/event-file/schema'
import { Failure } from '#server/failure'
import { invitationId } from '#server/invitations'
import { type Countries, countryOf, parseMobile } from '#server/mobile'
import { hashSecret, randomId } from '#server/random'
import { costsMoney } from '#server/sms/providers'
import { type Fate, invitationText, SmsNotSent, type SmsSender } from '#server/sms/sms'
import type { SpendingLimit } from '#server/sms/sms-desk'
import { plural } from '../common/command'
import { parseCsvTable } from '../files/csv'

const COLUMNS = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const
const ALSO: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  ...{ firstname: 'first_name', ime: 'first_name', lastname: 'last_name', surname: 'last_name', prezime: 'last_name' },
  ...{ email: 'email', mail: 'email', eposta: 'email', emailadresa: 'email', emailaddress: 'email', nadimak: 'nickname' },
  ...{ broj: 'mobile', brojmobitela: 'mobile', mobitel: 'mobile', mobilenumber: 'mobile', phone: 'mobile' },
  ...{ phonenumber: 'mobile', telefon: 'mobile', brojtelefona: 'mobile' },
}

type Typed = Readonly<Record<(typeof COLUMNS)[number], string>>

interface Row {
  readonly line: number
  readonly typed: Typed
}

export interface ListedPlayer extends Typed {
  /** Where they stand in the file. */
  readonly line: number
}

/** Faults of what stands twice in the file, also in rows that have other faults. A field that is faulty itself has no key. */
function repeated(rows: readonly Row[], what: 'mobile' | 'nickname', keyOf: (typed: string) => string | null): Fault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, typed }) => {
    const key = keyOf(typed[what])
    const earlier = key === null ? undefined : first.get(key)
    if (key !== null && earlier === undefined) first.set(key, line)
    return earlier === undefined
      ? []
      : [inLine(line, faultAt([what], 'unreadable', { value: quoted(typed[what]), values: [`stands in line ${earlier} too`] }))]
  })
}

function nicknameKey(typed: string): string | null {
  const parsed = v.safeParse(person.entries.nickname, typed)
  return parsed.success ? uniqueNickname(parsed.output) : null
}

function inLine(line: number, fault: Fault): Fault {
  return { ...fault, place: { ...fault.place, position: { line } } }
}

const lineOf = (fault: Fault) => fault.place.position?.line ?? 0

/** Parses the list of players. Throws `Failure`, or `FaultyEvent` with each fault and its line. */
export function readPlayers(text: string, path: string): readonly ListedPlayer[] {
  const faults: Fault[] = []
  const players: ListedPlayer[] = []
  const rows = parseCsvTable(text, path, COLUMNS, ALSO).map(({ line, cells }) => {
    // `Object.fromEntries` loses which columns there are.
    return { line, typed: Object.fromEntries(COLUMNS.map((column) => [column, cells.get(column) ?? ''])) as Typed }
  })
  for (const { line, typed } of rows) {
    const parsed = v.safeParse(person, typed)
    if (parsed.success) {
      const { first_name, last_name, email, mobile, nickname } = parsed.output
      players.push({ first_name, last_name, email, mobile, nickname, line })
    } else faults.push(...schemaFaults(parsed.issues).map((fault) => inLine(line, fault)))
  }
  faults.push(...repeated(rows, 'mobile', parseMobile), ...repeated(rows, 'nickname', nicknameKey))
  if (faults.length > 0) throw new FaultyEvent(faults.toSorted((one, other) => lineOf(one) - lineOf(other)))
  return players
}

/** What is to be done about a player of the list. */
export type Step =
  | { readonly is: 'invite'; readonly player: ListedPlayer; readonly account: UsersTable | undefined }
  /** Has an SMS already, or may have: it was being sent when an earlier run ended, or the provider did not say. */
  | { readonly is: 'done'; readonly player: ListedPlayer; readonly certain: boolean }
  | { readonly is: 'skip'; readonly player: ListedPlayer; readonly why: string }

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

/** A player who is registered, whose SMS is entered and not sent yet. */
export interface Invited {
  readonly userId: string
  readonly messageId: string
  readonly token: string
}

/**
 * Registers a player with a link and enters the SMS, all in one transaction before it is sent: whoever is found entered is not
 * sent another, even if this run ends here. Returns the step instead where an earlier or a parallel run was first.
 */
export async function registerPlayer(
  db: Database,
  player: ListedPlayer,
  countries: Countries,
  reason: string | null,
  now: number,
): Promise<Invited | Exclude<Step, { is: 'invite' }>> {
  return await db.write({ on: 'accounts' }, async (writer, tell) => {
    tell({ of: calls.register.touches })
    const step = await planStep(writer, player, countries)
    if (step.is !== 'invite') return step
    const userId = step.account?.user_id ?? randomId(60)
    if (step.account === undefined) {
      const { first_name, last_name, email, mobile, nickname } = player
      await writer
        .insertInto('users')
        .values({
          ...{ user_id: userId, first_name, last_name, email, email_key: caseKey(email), mobile },
          ...{ nickname, nickname_key: uniqueNickname(nickname), imported: 1, created_at: now },
        })
        .execute()
    }
    const messageId = invitationId(userId)
    // A link whose SMS failed has reached nobody.
    await writer.deleteFrom('sms_messages').where('message_id', '=', messageId).where('state', '=', 'failed').execute()
    await addSmsMessage(writer, messageId, 'known', now)
    await audit(writer, now, { userId: null, reason }, { what: 'sign_in_link', person_id: userId })
    return { userId, messageId, token: await addOrganiserLink(writer, userId, now) }
  })
}

/** After this many failures in a row, but for numbers that it refuses, the provider is at fault. */
const FAILURES_IN_A_ROW = 5

export interface Inviting {
  readonly db: Database
  readonly sender: SmsSender
  readonly settings: SmsSettings
  readonly reason: string | null
  /** The time between two SMS (ms). */
  readonly paceMs: number
  readonly now: () => number
  /** Called after each player with the outcome and the number of players done. */
  readonly onStep: (outcome: Outcome, done: number) => void
}

export type Outcome =
  | { readonly is: 'sent'; readonly player: ListedPlayer }
  | { readonly is: 'failed'; readonly player: ListedPlayer; readonly why: string; readonly fate: Fate }
  | Exclude<Step, { is: 'invite' }>

/** Throws `Failure` where the budget has no room for one more. */
async function assertBudget({ db, settings, now }: Inviting): Promise<void> {
  const limit = spendingLimit(settings)
  if (limit === null) return
  const spent = await readSmsSpent(db.read, now())
  if (spent.all.total < limit.all && spent.day.total < limit.day) return
  throw new Failure('The budget for SMS is used up (SMS_BUDGET, SMS_BUDGET_DAY); run it again when there is room.')
}

async function send(player: ListedPlayer, { userId, messageId, token }: Invited, inviting: Inviting): Promise<Outcome> {
  const { db, sender, settings, now } = inviting
  const text = invitationText(settings.publicUrl, settings.productName, userId, token)
  const settle = (state: 'sent' | 'failed' | 'unknown') =>
    db.write({ on: 'accounts' }, async (writer, tell) => {
      tell('nobody')
      await settleSmsMessage(writer, messageId, state, now())
      if (state !== 'failed') return
      await writer.deleteFrom('organiser_links').where('token_hash', '=', hashSecret(token)).execute()
    })
  try {
    await sender.send({ to: player.mobile, text, id: messageId })
  } catch (reason) {
    const fate = reason instanceof SmsNotSent ? reason.fate : 'unknown'
    await settle(fate === 'unknown' ? 'unknown' : 'failed')
    return { is: 'failed', player, fate, why: reason instanceof SmsNotSent ? reason.why : 'the provider failed' }
  }
  await settle('sent')
  return { is: 'sent', player }
}

/**
 * Registers players and sends each a link, one after the other. May be ended and run again at any time: nobody gets a second SMS.
 * Throws `Failure` where going on makes no sense.
 */
export async function invite(players: readonly ListedPlayer[], inviting: Inviting): Promise<void> {
  const { db, settings, reason, paceMs, now, onStep } = inviting
  let failures = 0
  for (const [index, player] of players.entries()) {
    await assertBudget(inviting)
    const begun = performance.now()
    const registered = await registerPlayer(db, player, settings.smsCountries, reason, now())
    const outcome = 'is' in registered ? registered : await send(player, registered, inviting)
    onStep(outcome, index + 1)
    if (outcome.is === 'failed' && outcome.fate !== 'refused') failures++
    else if (outcome.is === 'sent') failures = 0
    if (failures >= FAILURES_IN_A_ROW) {
      throw new Failure(
        `The provider did not take ${failures} SMS in a row; look at SMS_URL and your account there, then run it again.`,
      )
    }
    if (outcome.is === 'sent') await delay(Math.max(0, paceMs - (performance.now() - begun)))
  }
}

const ID_LENGTH = 12
const TOKEN_LENGTH = 26
const ONE_SMS = 160
const PART_OF_MORE = 153

/** How many SMS are billed for one invitation: all are equally long, and every letter is one of GSM-7. */
function partsOf({ publicUrl, productName }: SmsSettings): number {
  const { length } = invitationText(publicUrl, productName, 'x'.repeat(ID_LENGTH), 'x'.repeat(TOKEN_LENGTH))
  return length <= ONE_SMS ? 1 : Math.ceil(length / PART_OF_MORE)
}

/** null where SMS cost nothing. */
export function spendingLimit({ sms, smsBudget, smsBudgetDay }: SmsSettings): SpendingLimit | null {
  return costsMoney(sms) ? { all: smsBudget, day: smsBudgetDay } : null
}

export interface Forecast {
  readonly toInvite: number
  /** How many SMS will be billed. */
  readonly sms: number
  readonly minutes: number
  /** How many messages the budgets have room for; null where SMS cost nothing. */
  readonly room: number | null
}

export async function forecastCost(db: Reader, settings: SmsSettings, steps: readonly Step[], paceMs: number): Promise<Forecast> {
  const toInvite = steps.filter((step) => step.is === 'invite').length
  const limit = spendingLimit(settings)
  const spent = await readSmsSpent(db, Date.now())
  return {
    toInvite,
    sms: toInvite * partsOf(settings),
    minutes: Math.ceil((toInvite * paceMs) / 60_000),
    room: limit === null ? null : Math.max(0, Math.min(limit.all - spent.all.total, limit.day - spent.day.total)),
  }
}

export function forecastText({ toInvite, sms, minutes, room }: Forecast): string {
  const cost = `${plural(toInvite, 'player')} to invite: ${sms} SMS billed, about ${plural(minutes, 'minute')}.`
  if (room === null) return `${cost} SMS_URL costs nothing.\n`
  const warning = room < toInvite ? 'Warning: the budget is too small; the run will stop there and can go on later.\n' : ''
  return `${cost} The budget has room for ${room}.\n${warning}`
}
