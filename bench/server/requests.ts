import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import { join } from 'node:path'
import { type CallInput, type CallName, calls } from '#contract/calls'
import { API_PATH, SESSION_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import {
  boothId,
  type EventSize,
  isSmallTeam,
  playerToken,
  pointTypeId,
  STAFF_PER_BOOTH,
  staffId,
  staffToken,
  teamId,
} from './event'

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
export function award({ booths }: EventSize, booth: number, team: number, type: number, award_id: string): PlannedRequest {
  const staff = booth + booths * (team % STAFF_PER_BOOTH)
  const given = { team_id: teamId(team), point_type: pointTypeId(type), award_id, queued_ms: 0 }
  return asStaff(staff, 'awardPoints', { ...given, user_id: staffId(staff), vendor_id: boothId(booth) })
}

/** In the format that `load.lua` reads. */
export function writeRequests(directory: string, name: string, requests: readonly PlannedRequest[]): string {
  const file = join(directory, `${name}.requests`)
  const lines = requests.map(({ query, account, token, body }) => [query, account, token, body].join('\t'))
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** What the text of an answer holds that is no refusal. */
export const OK = '"status":"OK"'

export const isOk = ({ status, body }: Answer) => status === 200 && body.includes(OK)

const addressOf = (account: number) => `10.${(account >> 16) & 255}.${(account >> 8) & 255}.${account & 255}`

/** Makes a call as a phone behind a proxy would. The answer is not parsed: thousands would take the client longer than the server. */
export function send(url: string, planned: PlannedRequest, agent: Agent): Promise<Answer> {
  const { query, body, account, token } = planned
  const headers = {
    cookie: `${SESSION_COOKIE}=${token}`,
    'x-forwarded-for': addressOf(account),
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}${API_PATH}?fingerprint=${randomUUID()}&${query}`,
      { method: 'POST', agent, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
