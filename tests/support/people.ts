import type { CallInput } from '#contract/calls'
import { hashSecret, randomToken } from '#server/random'
import type { ApiClient } from './api-client'
import type { TestGame } from './game-server'

export type Profile = CallInput<'register'>['user_data']

/** A signed-in user with their browser. */
export interface Person {
  readonly id: string
  readonly nickname: string
  readonly mobile: string
  readonly api: ApiClient
}

let registered = 0

/** The profile of somebody who has not registered yet. */
export function newProfile(own: Partial<Profile> = {}): Profile {
  const number = ++registered
  const name = `igrac${number}`
  return {
    first_name: 'Ana',
    last_name: 'Anić',
    email: `${name}@example.hr`,
    mobile: `+38591${2_000_000 + number}`,
    nickname: name,
    ...own,
  }
}

export interface SignInSms {
  readonly to: string
  readonly text: string
  readonly code: string
  /** A code that differs from the right one. */
  readonly wrongCode: string
  /** The user id and token of a link. */
  readonly link: { readonly id: string; readonly mtp: string }
}

/** The latest SMS sent to a number in E.164. */
export function lastSms(game: TestGame, mobile: string): SignInSms {
  const sms = game.sent.findLast((one) => one.to === mobile)
  const code = sms?.text.match(/#(\d{6})$/)?.[1]
  const [, id, mtp] = sms?.text.match(/\/l\/([^/\s]+)\/([^/\s]+)/) ?? []
  if (sms === undefined || code === undefined || id === undefined || mtp === undefined) {
    throw new Error(`no SMS with a code and a link went to ${mobile}`)
  }
  return { ...sms, code, wrongCode: code === '000000' ? '000001' : '000000', link: { id, mtp } }
}

/** Registers somebody and signs them in with the code from the SMS. */
export async function signUp(
  game: TestGame,
  own: Partial<Profile> = {},
  server = 0,
): Promise<Person> {
  const api = game.client(server)
  const user_data = newProfile(own)
  const { user_id } = await api.ok('register', { user_data })
  const { mobile } = user_data
  await api.ok('signIn', { id: mobile, mtp: lastSms(game, mobile).code })
  return { id: user_id, nickname: user_data.nickname, mobile, api }
}

/** Makes a sign-in link as the organiser's command does, which has no SMS limit. */
export async function organiserLink(game: TestGame, user_id: string): Promise<CallInput<'signIn'>> {
  const mtp = randomToken()
  const link = { token_hash: hashSecret(mtp), user_id, created_at: game.clock.now() }
  await game.db.write({ kind: 'accounts' }, (tx) =>
    tx.insertInto('organiser_links').values(link).execute(),
  )
  return { id: user_id, mtp }
}

/** Signs an existing account in on one more device. */
export async function signIn(game: TestGame, id: string, server = 0): Promise<Person> {
  const api = game.client(server)
  const { user } = await api.ok('signIn', await organiserLink(game, id))
  return { id, nickname: user.nickname, mobile: user.mobile, api }
}

/** Signs in a new organiser. */
export async function signInOrganiser(game: TestGame, server = 0): Promise<Person> {
  const person = await signUp(game, {}, server)
  await game.db.write({ kind: 'event' }, (tx) =>
    tx
      .updateTable('users')
      .set({ organiser_since: game.clock.now() })
      .where('user_id', '=', person.id)
      .execute(),
  )
  return person
}

export interface Team {
  readonly id: string
  readonly name: string
  readonly captain: Person
  /** The members without the captain, longest-standing first. */
  readonly members: readonly Person[]
}

let founded = 0

/** Founds a team of `size` members, each of whom joins a minute after the previous one. */
export async function foundTeam(
  game: TestGame,
  { size = 1, name = `Tim ${++founded}`, nfc_id }: TeamPlan = {},
): Promise<Team> {
  const captain = await signUp(game)
  const { team_id } = await captain.api.ok('createTeam', { team_name: name, nfc_id })
  const members: Person[] = []
  while (members.length < size - 1) members.push(await addToTeam(game, team_id, captain))
  return { id: team_id, name, captain, members }
}

interface TeamPlan {
  readonly size?: number
  readonly name?: string
  readonly nfc_id?: string
}

/** Registers a player who asks to join and is accepted a minute later. */
export async function addToTeam(game: TestGame, team_id: string, captain: Person): Promise<Person> {
  const player = await signUp(game)
  await player.api.ok('joinTeam', { team_id })
  game.clock.advance(60_000)
  await captain.api.ok('acceptInvite', { player_id: player.id })
  return player
}
