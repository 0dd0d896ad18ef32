import fc from 'fast-check'
import type { BoothName, StaffName } from '../support/event'
import { type DevicePlan, type Fate, type Plan, planText, type Step } from './plan'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MAX_DEVICES = 4
const MAX_STEPS = 34

const device = fc.nat({ max: MAX_DEVICES - 1 })
const tab = fc.nat({ max: 1 })
const team = fc.nat({ max: 2 })
const staff = fc.constantFrom<StaffName>('iva', 'luka', 'mia')

const pause = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 3, arbitrary: fc.integer({ min: 10, max: 3 * SECOND }) },
  { weight: 4, arbitrary: fc.constantFrom(17_900, 18_000, 20_000, 25_000, 31_000) },
  { weight: 1, arbitrary: fc.constantFrom(5 * MINUTE, 895_000, 15 * MINUTE) },
)
const jump = fc.oneof(
  fc.constantFrom(-DAY, -HOUR, -5 * MINUTE, 5 * MINUTE, HOUR, DAY),
  fc.integer({ min: -DAY, max: DAY }),
)

/** A kind of step and its relative weight. */
const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const of = <T extends string>(...kinds: readonly T[]) => fc.constantFrom(...kinds)

const step: fc.Arbitrary<Step> = fc.oneof(
  often(
    72,
    fc.record({
      kind: of('tap'),
      device,
      tab,
      team,
      type: of('dolazak', 'dolazak', 'kviz', 'kviz', 'pobjeda'),
    }),
  ),
  often(36, fc.record({ kind: of('pass'), ms: pause })),
  often(
    4,
    fc.record({ kind: of('put away'), ms: fc.constantFrom(MINUTE, 895_000, 3 * HOUR, 11 * HOUR) }),
  ),
  often(
    8,
    fc.record({ kind: of('sleep'), device, ms: fc.constantFrom(MINUTE, 895_000, 3 * HOUR) }),
  ),
  often(8, fc.record({ kind: of('set clock'), device, ms: jump })),
  often(
    8,
    fc.record({ kind: of('storage'), device, mood: of('well', 'well', 'late', 'hangs', 'throws') }),
  ),
  often(18, fc.record({ kind: of('kill', 'freeze', 'thaw', 'kick'), device, tab })),
  often(
    32,
    fc.record({
      kind: of(
        'open page',
        'open page',
        'reload',
        'network off',
        'network on',
        'captive portal',
        'see refusals',
        'take back',
        'take back',
        'lose database',
        'show to team',
        'show to team',
        'show to team',
        'show to team',
        'destroy',
      ),
      device,
    }),
  ),
  often(
    8,
    fc.record({ kind: of('sign in'), device, staff: fc.option<StaffName>(staff, { freq: 3 }) }),
  ),
  often(2, fc.record({ kind: of('expire sessions'), staff })),
  often(10, fc.record({ kind: of('deliver'), team })),
  often(2, fc.record({ kind: of('team offline', 'team online', 'destroy team phone'), team })),
  often(1, fc.record({ kind: of('revoke key'), staff })),
  often(2, fc.record({ kind: of('disband'), team })),
  often(
    2,
    fc.record({
      kind: of('move staff'),
      staff,
      booth: fc.constantFrom<BoothName | null>('arkade', 'kutak', null),
    }),
  ),
  often(3, fc.record({ kind: of('back up', 'restore') })),
  often(
    3,
    fc.record({
      kind: of('close results', 'close results', 'reopen results', 'accept late', 'accept late'),
    }),
  ),
  often(1, fc.record({ kind: of('restart server'), ms: fc.constantFrom(50, 5_000) })),
)

/** Events between showing a copy and the end of the phone that showed it. */
const between: fc.Arbitrary<Step> = fc.oneof(
  often(4, fc.record({ kind: of('pass'), ms: pause })),
  often(1, fc.record({ kind: of('put away'), ms: fc.constantFrom(MINUTE, 3 * HOUR) })),
  often(
    4,
    fc.record({ kind: of('deliver', 'team offline', 'team online', 'destroy team phone'), team }),
  ),
  often(2, fc.record({ kind: of('revoke key'), staff })),
  often(2, fc.record({ kind: of('back up', 'restore') })),
  often(2, fc.record({ kind: of('close results', 'reopen results', 'accept late') })),
  often(2, fc.record({ kind: of('take back', 'show to team', 'network on'), device })),
)

/** Fault 66: a booth's phone without a network shows the team its awards, and is destroyed. */
const shownAndDestroyed: fc.Arbitrary<Step[]> = fc
  .record({
    device,
    team,
    taps: fc.array(fc.record({ tab, type: of('dolazak', 'dolazak', 'kviz', 'pobjeda') }), {
      minLength: 1,
      maxLength: 3,
    }),
    /** The time after which the phone is destroyed (ms), perhaps while it stores or shows. */
    ms: fc.constantFrom(0, 3, 40, 300),
    meanwhile: fc.array(between, { maxLength: 3 }),
  })
  .map(({ device, team, taps, ms, meanwhile }) => [
    { kind: 'network off', device },
    ...taps.map((one) => ({ kind: 'tap', device, team, ...one }) as const),
    { kind: 'pass', ms },
    { kind: 'show to team', device },
    { kind: 'pass', ms },
    ...meanwhile,
    { kind: 'destroy', device },
    { kind: 'network on', device },
  ])

/** Fault 95: a page stops while it sends, and points are given on the other pages. */
const stoppedWhileSending: fc.Arbitrary<Step[]> = fc
  .record({
    device,
    tab,
    team,
    others: fc.integer({ min: 1, max: 2 }),
    /** The page stops after this time (ms), while it stores, sends or waits for the answer. */
    ms: fc.integer({ min: 0, max: 60 }),
    type: of('dolazak', 'kviz', 'pobjeda'),
  })
  .map(({ device, tab, team, others, ms, type }) => [
    { kind: 'network on', device },
    ...Array.from({ length: others }, () => ({ kind: 'open page', device }) as const),
    { kind: 'pass', ms: 300 },
    { kind: 'tap', device, tab, team, type },
    { kind: 'pass', ms },
    { kind: 'freeze', device, tab },
    { kind: 'tap', device, tab, team: team + 1, type },
  ])

/**
 * About one schedule in three destroys a phone that has shown its awards, and about one in three
 * stops a page that sends.
 */
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 60, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: shownAndDestroyed },
      { weight: 1, arbitrary: stoppedWhileSending },
    ),
    { minLength: 8, maxLength: MAX_STEPS, size: 'max' },
  )
  .map((groups) => groups.flat())

/** Travel times of a request or response (ms), up to 14 s, because the page gives up after 15 s. */
const delay = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 2, arbitrary: fc.integer({ min: 40, max: 4_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4_000, max: 14_000 }) },
)
const fate: fc.Arbitrary<Fate> = fc.record({
  up: fc.option(delay, { freq: 4 }),
  answer: fc.constantFrom<Fate['answer']>(
    'its own',
    'its own',
    'its own',
    'its own',
    'none',
    'none',
    'none',
    'never ends',
    'cut off',
    'garbage',
    'HTML',
    'HTTP 500',
    'HTTP 429',
    'HTTP 503',
  ),
  down: delay,
  again: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  ),
})

const devicePlan: fc.Arbitrary<DevicePlan> = fc.record({
  staff,
  slowStorage: fc.boolean(),
  locks: fc.constantFrom(true, true, true, true, false),
  clock: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: jump }),
})

/** Generates schedules of faults. A failing schedule is printed by `planText`. */
export const plans: fc.Arbitrary<Plan> = fc
  .record<Plan>({
    seed: fc.nat(),
    devices: fc.array(devicePlan, { minLength: 1, maxLength: MAX_DEVICES }),
    teams: fc.integer({ min: 1, max: 3 }),
    steps,
    closing: fc.oneof(
      { weight: 7, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 4, max: MAX_STEPS }) },
    ),
    fates: fc.array(fate, { maxLength: 16, size: 'max' }),
  })
  .map((plan) => ({ ...plan, [fc.toStringMethod]: () => `\n${planText(plan)}` }))
