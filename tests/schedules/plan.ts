import type { BoothName, StaffName } from '../support/event'

/** The point types of booths. */
export type PointTypeName = 'pobjeda' | 'kviz' | 'dolazak'

/** How the network treats one request. */
export interface Fate {
  /** Time until it reaches the server (ms); null = never. */
  readonly up: number | null
  readonly answer:
    | 'its own'
    | 'none'
    | 'never ends'
    | 'cut off'
    | 'garbage'
    | 'HTML'
    | 'HTTP 500'
    | 'HTTP 429'
    | 'HTTP 503'
  /** Time until the response or its loss reaches the device (ms). */
  readonly down: number
  /** Time after which the request arrives a second time (ms); null = it does not. */
  readonly again: number | null
}

/** How a device's storage responds: 'late' means after 2.6 s, 'hangs' means never. */
export type StorageMood = 'well' | 'late' | 'hangs' | 'throws'

/** A step of one of these kinds. */
type Does<Kind extends string, Details = object> = Kind extends string
  ? { readonly kind: Kind } & Readonly<Details>
  : never

export type Tap = Does<'tap', { device: number; tab: number; team: number; type: PointTypeName }>

export type Step =
  | Tap
  | Does<'kill' | 'freeze' | 'thaw' | 'kick', { device: number; tab: number }>
  | Does<
      | 'open page'
      | 'reload'
      | 'network off'
      | 'network on'
      | 'captive portal'
      | 'lose database'
      | 'destroy',
      { device: number }
    >
  | Does<'see refusals' | 'take back' | 'show to team', { device: number }>
  /** Time passes. If the phones are put away, no page lives meanwhile. */
  | Does<'pass' | 'put away', { ms: number }>
  /** One phone sleeps with its pages open. */
  | Does<'sleep', { device: number; ms: number }>
  | Does<'set clock', { device: number; ms: number }>
  | Does<'storage', { device: number; mood: StorageMood }>
  /** `staff` is null for a sign-out. */
  | Does<'sign in', { device: number; staff: StaffName | null }>
  /** The account's sessions expire, or the organiser revokes the key with which its devices sign. */
  | Does<'expire sessions' | 'revoke key', { staff: StaffName }>
  | Does<'disband', { team: number }>
  /**
   * The team's phone delivers its copies, loses or regains its network, or is destroyed with the
   * copies.
   */
  | Does<'deliver' | 'team offline' | 'team online' | 'destroy team phone', { team: number }>
  | Does<'move staff', { staff: StaffName; booth: BoothName | null }>
  | Does<'restart server', { ms: number }>
  /** Takes a backup, or puts the last one in the database's place, as `restore` does (fault 58). */
  | Does<'back up' | 'restore'>
  /** The organiser closes or reopens the results (rule 17). */
  | Does<'close results' | 'reopen results' | 'accept late'>

export interface DevicePlan {
  readonly staff: StaffName
  /** Storage takes a few ms, so that pages can die during an operation. */
  readonly slowStorage: boolean
  readonly locks: boolean
  /** The initial offset of its clock (ms). */
  readonly clock: number
}

/** One schedule: its devices and teams, its steps in order, and how the network treats each request. */
export interface Plan {
  readonly seed: number
  readonly devices: readonly DevicePlan[]
  readonly teams: number
  readonly steps: readonly Step[]
  /** The step before which the event ends; null = never. */
  readonly closing: number | null
  /** The fates of the first requests; all later requests arrive. */
  readonly fates: readonly Fate[]
}

/** Formats the plan line by line. */
export function planText({ devices, steps, fates, ...others }: Plan): string {
  const lines = (what: string, all: readonly object[]) =>
    all.map((one, index) => `  ${what} ${index}: ${JSON.stringify(one)}`)
  return [
    JSON.stringify(others),
    ...lines('device', devices),
    ...lines('step', steps),
    ...lines('request', fates),
  ].join('\n')
}
