import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallInput, type CallName, calls } from '#contract/calls'
import { API_PATH, SESSION_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import {
  type EventSize,
  isSmallTeam,
  numbers,
  playerToken,
  STAFF_PER_BOOTH,
  staffToken,
  teamId,
} from './event'

/** A call of an account, which the load script repeats. */
export interface PlannedRequest {
  /** The query without the fingerprint, which is new for each request. */
  readonly query: string
  readonly body: string
  /** A unique number from which the load script makes the account's IP address. */
  readonly account: number
  readonly token: string
}

function plan<N extends CallName>(
  token: string,
  account: number,
  name: N,
  input: CallInput<N>,
): PlannedRequest {
  const { query, body } = encodeCall(calls[name], input)
  return {
    query: new URLSearchParams(query).toString(),
    body: new URLSearchParams(body).toString(),
    account,
    token,
  }
}

/** Plans a call of a player. Players' account numbers come after those of staff. */
export function asPlayer<N extends CallName>(
  { booths }: EventSize,
  player: number,
  name: N,
  input: CallInput<N>,
): PlannedRequest {
  return plan(playerToken(player), booths * STAFF_PER_BOOTH + player, name, input)
}

export function asStaff<N extends CallName>(
  staff: number,
  name: N,
  input: CallInput<N>,
): PlannedRequest {
  return plan(staffToken(staff), staff, name, input)
}

/** Plans one call for each player. */
export function byPlayers<N extends CallName>(
  size: EventSize,
  name: N,
  input: (team: string) => CallInput<N>,
  { ofSmallTeams = false } = {},
): PlannedRequest[] {
  return numbers(size.players)
    .filter((player) => !ofSmallTeams || isSmallTeam(player % size.teams))
    .map((player) => asPlayer(size, player, name, input(teamId(player % size.teams))))
}

/** Plans one call for each team, by which a booth's staff read its cooldowns. */
export function cooldownsByStaff({ teams, booths }: EventSize): PlannedRequest[] {
  const staff = booths * STAFF_PER_BOOTH
  return numbers(teams).map((team) =>
    asStaff(team % staff, 'checkCooldown', { team_id: teamId(team) }),
  )
}

/** Writes requests to a file in the format that `load.lua` reads. */
export function writeRequests(
  directory: string,
  name: string,
  requests: readonly PlannedRequest[],
): string {
  const file = join(directory, `${name}.requests`)
  const lines = requests.map(({ query, account, token, body }) =>
    [query, account, token, body].join('\t'),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/**
 * A text that every answer contains unless the whole call is refused. The answer to `awardMany`
 * contains it even if each award is refused.
 */
export const OK = '"status":"OK"'

/** Makes a planned call and returns the bytes of its answer. */
export async function answerTo(
  url: string,
  { query, body, token }: PlannedRequest,
): Promise<Buffer> {
  const headers = { cookie: `${SESSION_COOKIE}=${token}` }
  const init = { method: 'POST', headers, body: new URLSearchParams(body) }
  const response = await fetch(`${url}${API_PATH}?fingerprint=${randomUUID()}&${query}`, init)
  const answer = Buffer.from(await response.arrayBuffer())
  if (!answer.includes(OK))
    throw new Error(`the product answered ${answer.toString().slice(0, 200)}`)
  return answer
}
