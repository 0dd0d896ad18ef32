import fc from 'fast-check'
import type { BOOTHS, STAFF } from '../support/event'

export type Staff = keyof typeof STAFF
export type Booth = keyof typeof BOOTHS
export type PointTypeName = 'pobjeda' | 'kviz' | 'dolazak'

/** What the network does with one request. */
export interface Fate {
  /** ms until it is at the server; null = it never is. */
  readonly up: number | null
  readonly answer: 'its own' | 'none' | 'never ends' | 'cut off' | 'garbage' | 'HTML' | 'HTTP 500' | 'HTTP 429' | 'HTTP 503'
  /** ms until the answer, or the silence, is at the device. */
  readonly down: number
  /** ms after which the request comes in once more. */
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
interface Pass {
  readonly do: 'pass' | 'put away'
  readonly ms: number
}
interface SetClock {
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
  readonly do: 'open page' | 'network off' | 'network on' | 'captive portal' | 'see refusals' | 'take back'
  readonly device: number
}
interface SignIn {
  readonly do: 'sign in'
  readonly device: number
  /** Null = signs out. */
  readonly staff: Staff | null
}
interface ExpireSessions {
  readonly do: 'expire sessions'
  readonly staff: Staff
}
interface Disband {
  readonly do: 'disband'
  readonly team: number
}
interface MoveStaff {
  readonly do: 'move staff'
  readonly staff: Staff
  readonly booth: Booth | null
}
interface RestartServer {
  readonly do: 'restart server'
  readonly ms: number
}

export type Step = Tap | Pass | SetClock | ToPage | ToDevice | SignIn | ExpireSessions | Disband | MoveStaff | RestartServer

export interface DevicePlan {
  readonly staff: Staff
  /** Storage takes a few ms, so that pages die in the middle of it. */
  readonly slowStorage: boolean
  readonly locks: boolean
  /** How wrong its clock is at first, in ms. */
  readonly clock: number
}

/** One schedule: who is there, what happens in which order, and how the network treats each device's requests. */
export interface Plan {
  readonly seed: number
  /** Whether calls go through the whole HTTP border, or straight to what lies behind it. */
  readonly http: boolean
  readonly devices: readonly DevicePlan[]
  readonly teams: number
  readonly steps: readonly Step[]
  /** Before which step the event ends; null = never. */
  readonly closing: number | null
  /** The first requests' fates; those after them arrive. */
  readonly fates: readonly Fate[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOST_DEVICES = 4
const MOST_STEPS = 34
/** One schedule in so many goes through HTTP: that costs about as much as all that lies behind it. */
const HTTP_SHARE = 8

const device = fc.nat({ max: MOST_DEVICES - 1 })
const tab = fc.nat({ max: 1 })
const team = fc.nat({ max: 2 })
const staff = fc.constantFrom<Staff>('iva', 'luka', 'mia')

const pause = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 3, arbitrary: fc.integer({ min: 10, max: 3 * SECOND }) },
  { weight: 4, arbitrary: fc.constantFrom(17_900, 18_000, 20_000, 25_000, 31_000) },
  { weight: 1, arbitrary: fc.constantFrom(5 * MINUTE, 895_000, 15 * MINUTE) },
)
const jump = fc.oneof(fc.constantFrom(-DAY, -HOUR, -5 * MINUTE, 5 * MINUTE, HOUR, DAY), fc.integer({ min: -DAY, max: DAY }))

/** A kind of step, and how often it comes beside the others. */
const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const of = <T extends string>(...kinds: readonly T[]) => fc.constantFrom(...kinds)

const step: fc.Arbitrary<Step> = fc.oneof(
  often(72, fc.record<Tap>({ do: of('tap'), device, tab, team, type: of('dolazak', 'dolazak', 'kviz', 'kviz', 'pobjeda') })),
  often(36, fc.record<Pass>({ do: of('pass'), ms: pause })),
  often(4, fc.record<Pass>({ do: of('put away'), ms: fc.constantFrom(MINUTE, 895_000, 3 * HOUR, 11 * HOUR) })),
  often(8, fc.record<SetClock>({ do: of('set clock'), device, ms: jump })),
  often(18, fc.record<ToPage>({ do: of('kill', 'freeze', 'thaw', 'kick'), device, tab })),
  often(
    22,
    fc.record<ToDevice>({
      do: of('open page', 'open page', 'network off', 'network on', 'captive portal', 'see refusals', 'take back', 'take back'),
      device,
    }),
  ),
  often(8, fc.record<SignIn>({ do: of('sign in'), device, staff: fc.option(staff, { freq: 3 }) })),
  often(2, fc.record<ExpireSessions>({ do: of('expire sessions'), staff })),
  often(2, fc.record<Disband>({ do: of('disband'), team })),
  often(2, fc.record<MoveStaff>({ do: of('move staff'), staff, booth: fc.constantFrom<Booth | null>('arkade', 'kutak', null) })),
  often(1, fc.record<RestartServer>({ do: of('restart server'), ms: fc.constantFrom(50, 5_000) })),
)

/** At most this is under way before an answer is due: the page gives up after 15 s. */
const delay = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 2, arbitrary: fc.integer({ min: 40, max: 4_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4_000, max: 14_000 }) },
)
const fate: fc.Arbitrary<Fate> = fc.record({
  up: fc.option(delay, { freq: 4 }),
  answer: fc.constantFrom<Fate['answer']>(
    ...(['its own', 'its own', 'its own', 'its own', 'none', 'none', 'none'] as const),
    ...(['never ends', 'cut off', 'garbage', 'HTML', 'HTTP 500', 'HTTP 429', 'HTTP 503'] as const),
  ),
  down: delay,
  again: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 5_000 }) }),
})

const devicePlan: fc.Arbitrary<DevicePlan> = fc.record({
  staff,
  slowStorage: fc.boolean(),
  locks: fc.constantFrom(true, true, true, true, false),
  clock: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: jump }),
})

const lineOf = ({ do: what, ...rest }: Step) =>
  `${what}${Object.entries(rest)
    .map(([name, value]) => `, ${name} ${value === null ? 'none' : value}`)
    .join('')}`

function fateText({ up, answer, down, again }: Fate): string {
  const way = up === null ? 'never arrives' : `arrives after ${up} ms${again === null ? '' : ` and again after ${again} ms`}`
  return `${way}, answer: ${answer} after ${down} ms`
}

/** The plan for people to read, line by line. */
export function planText({ seed, http, devices, teams, steps, closing, fates }: Plan): string {
  const about = (one: DevicePlan) =>
    `${one.staff}${one.slowStorage ? ', slow storage' : ''}${one.locks ? '' : ', no locks'}, clock ${one.clock} ms`
  return [
    `seed ${seed}, ${http ? 'over HTTP' : 'behind the HTTP border'}, ${teams} team(s)`,
    ...devices.map((one, index) => `  device ${index}: ${about(one)}`),
    ...steps.map((one, index) => `  step ${index}: ${lineOf(one)}`),
    ...(closing === null ? [] : [`  the event ends before step ${closing}`]),
    ...fates.map((one, index) => `  request ${index}: ${fateText(one)}`),
  ].join('\n')
}

/** Schedules of faults. A failing one is shown by `planText`. */
export const plans: fc.Arbitrary<Plan> = fc
  .record<Plan>({
    seed: fc.nat(),
    http: fc.nat({ max: HTTP_SHARE - 1 }).map((share) => share === HTTP_SHARE - 1),
    devices: fc.array(devicePlan, { minLength: 1, maxLength: MOST_DEVICES }),
    teams: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(step, { minLength: 8, maxLength: MOST_STEPS, size: 'max' }),
    closing: fc.oneof(
      { weight: 7, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 4, max: MOST_STEPS }) },
    ),
    fates: fc.array(fate, { maxLength: 16, size: 'max' }),
  })
  .map((plan) => ({ ...plan, [fc.toStringMethod]: () => `\n${planText(plan)}` }))
