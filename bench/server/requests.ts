import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallInput, type CallName, calls } from '#contract/calls'
import { encodeCall } from '#contract/wire'
import { boothId, playerToken, staffId, staffToken, teamId } from './seed/names'
import { type EventSize, isSmallTeam, STAFF_PER_BOOTH } from './seed/size'

/** One call of one account, as load scripts repeat it. */
export interface PlannedRequest {
  /** Without the fingerprint, which is new for each request. */
  readonly query: string
  readonly body: string
  /** A number unique to the account, for its address. */
  readonly account: number
  readonly token: string
}

function plan<N extends CallName>(token: string, account: number, name: N, input: CallInput<N>): PlannedRequest {
  const { query, body } = encodeCall(calls[name], input)
  return { query: new URLSearchParams(query).toString(), body: new URLSearchParams(body).toString(), account, token }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A call of a player; the accounts of players come after those of staff. */
export function asPlayer<N extends CallName>(
  { booths }: EventSize,
  player: number,
  name: N,
  input: CallInput<N>,
): PlannedRequest {
  return plan(playerToken(player), booths * STAFF_PER_BOOTH + player, name, input)
}

export function asStaff<N extends CallName>(staff: number, name: N, input: CallInput<N>): PlannedRequest {
  return plan(staffToken(staff), staff, name, input)
}

/** The call for each player. */
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

/** The cooldowns of each team at some booth. */
export function pausesByStaff({ teams, booths }: EventSize): PlannedRequest[] {
  const staff = booths * STAFF_PER_BOOTH
  return numbers(teams).map((team) => asStaff(team % staff, 'checkCooldown', { team_id: teamId(team) }))
}

/** An award that has not been given yet, by staff of a booth. */
export function award(booth: number, team: number, type: string, award_id: string, { booths }: EventSize): PlannedRequest {
  const staff = booth + booths * (team % STAFF_PER_BOOTH)
  const from = { user_id: staffId(staff), vendor_id: boothId(booth) }
  return asStaff(staff, 'awardPoints', { team_id: teamId(team), point_type: type, award_id, queued_ms: 0, ...from })
}

/** In the format that `readings.lua` reads. */
export function writeRequests(directory: string, name: string, requests: readonly PlannedRequest[]): string {
  const file = join(directory, `${name}.requests`)
  const lines = requests.map(({ query, account, token, body }) => [query, account, token, body].join('\t'))
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
