import type { BOOTHS, STAFF } from '../support/event'

export type Staff = keyof typeof STAFF
export type Booth = keyof typeof BOOTHS
export type PointTypeName = 'pobjeda' | 'kviz' | 'dolazak'

/** How the network treats one request. */
export interface Fate {
  /** Time until it reaches the server (ms); null = never. */
  readonly up: number | null
  readonly answer: 'its own' | 'none' | 'never ends' | 'cut off' | 'garbage' | 'HTML' | 'HTTP 500' | 'HTTP 429' | 'HTTP 503'
  /** Time until the response or its loss reaches the device (ms). */
  readonly down: number
  /** Time after which the request arrives a second time (ms); null = it does not. */
  readonly again: number | null
}

export interface Tap {
  readonly do: 'tap'
  readonly device: number
  readonly tab: number
  readonly team: number
  readonly type: PointTypeName
}
/** Put away: no page lives meanwhile. */
export interface Pass {
  readonly do: 'pass' | 'put away'
  readonly ms: number
}
export interface SetClock {
  readonly do: 'set clock'
  readonly device: number
  readonly ms: number
}
export interface ToPage {
  readonly do: 'kill' | 'freeze' | 'thaw' | 'kick'
  readonly device: number
  readonly tab: number
}
export interface ToDevice {
  readonly do:
    | 'open page'
    | 'network off'
    | 'network on'
    | 'captive portal'
    | 'see refusals'
    | 'take back'
    | 'bring back'
    | 'reload'
    | 'lose database'
    | 'show to team'
    | 'destroy'
  readonly device: number
}
/** How a device's storage responds: 'late' after 2.6 s, 'hangs' never. */
export type StorageMood = 'well' | 'late' | 'hangs' | 'throws'
export interface SetStorage {
  readonly do: 'storage'
  readonly device: number
  readonly mood: StorageMood
}
export interface SignIn {
  readonly do: 'sign in'
  readonly device: number
  /** Null = signs out. */
  readonly staff: Staff | null
}
export interface ExpireSessions {
  readonly do: 'expire sessions'
  readonly staff: Staff
}
export interface Disband {
  readonly do: 'disband'
  readonly team: number
}
/** The team's phone delivers the copies that it carries, loses or regains its network, or is destroyed with them. */
export interface ToTeamPhone {
  readonly do: 'deliver' | 'team offline' | 'team online' | 'destroy team phone'
  readonly team: number
}
/** The organiser revokes the key with which an account's devices sign. */
export interface RevokeKey {
  readonly do: 'revoke key'
  readonly staff: Staff
}
export interface MoveStaff {
  readonly do: 'move staff'
  readonly staff: Staff
  readonly booth: Booth | null
}
export interface RestartServer {
  readonly do: 'restart server'
  readonly ms: number
}

/** Takes a backup, or puts the last one in the database's place, as `restore` does (fault 58). */
export interface BackUp {
  readonly do: 'back up' | 'restore'
}

/** What the organiser does with the results (rule 17). */
export interface Closing {
  readonly do: 'close results' | 'reopen results' | 'accept late'
}

export type Step =
  | Tap
  | Pass
  | SetClock
  | SetStorage
  | ToPage
  | ToDevice
  | SignIn
  | ExpireSessions
  | Disband
  | ToTeamPhone
  | RevokeKey
  | MoveStaff
  | RestartServer
  | BackUp
  | Closing

export interface DevicePlan {
  readonly staff: Staff
  /** Storage takes a few ms, so that pages can die during an operation. */
  readonly slowStorage: boolean
  readonly locks: boolean
  /** The initial offset of its clock (ms). */
  readonly clock: number
}

/** One schedule: its devices and teams, its steps in order, and how the network treats each request. */
export interface Plan {
  readonly seed: number
  /** True if calls go through the whole HTTP border, false if straight to the code behind it. */
  readonly http: boolean
  /** True if the server knows `award_many`; one of the first release does not (fault 54). */
  readonly batches: boolean
  readonly devices: readonly DevicePlan[]
  readonly teams: number
  readonly steps: readonly Step[]
  /** The step before which the event ends; null = never. */
  readonly closing: number | null
  /** The fates of the first requests; all later ones arrive. */
  readonly fates: readonly Fate[]
}

const lineOf = ({ do: what, ...rest }: Step) =>
  `${what}${Object.entries(rest)
    .map(([name, value]) => `, ${name} ${value === null ? 'none' : value}`)
    .join('')}`

function fateText({ up, answer, down, again }: Fate): string {
  const way = up === null ? 'never arrives' : `arrives after ${up} ms${again === null ? '' : ` and again after ${again} ms`}`
  return `${way}, answer: ${answer} after ${down} ms`
}

/** Formats the plan line by line. */
export function planText({ seed, http, batches, devices, teams, steps, closing, fates }: Plan): string {
  const about = (one: DevicePlan) =>
    `${one.staff}${one.slowStorage ? ', slow storage' : ''}${one.locks ? '' : ', no locks'}, clock ${one.clock} ms`
  return [
    `seed ${seed}, ${http ? 'over HTTP' : 'behind the HTTP border'}${batches ? '' : ', no batches'}, ${teams} team(s)`,
    ...devices.map((one, index) => `  device ${index}: ${about(one)}`),
    ...steps.map((one, index) => `  step ${index}: ${lineOf(one)}`),
    ...(closing === null ? [] : [`  the event ends before step ${closing}`]),
    ...fates.map((one, index) => `  request ${index}: ${fateText(one)}`),
  ].join('\n')
}
