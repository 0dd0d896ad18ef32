import { expect, test } from 'vitest'
import { type Act, dueActs, holdersOf } from '../../src/features/organiser/now'
import type { MissingItem } from '../../src/features/organiser/readiness'

type Overview = Parameters<typeof dueActs>[0]
type Booth = Overview['booths'][number]
type Staff = Booth['staff'][number]

const START = Date.parse('2026-05-09T10:00:00.000Z')
const HOUR = 3_600_000
const MINUTE = 60_000
const END = START + 8 * HOUR
const at = (ms: number) => new Date(ms).toISOString()

interface State {
  readonly event?: Partial<Overview['event']>
  readonly late?: number
  readonly waiting?: number
  readonly failed?: number
  readonly booths?: readonly Booth[]
  readonly unconfirmed?: Overview['unconfirmed']
  readonly missing?: readonly MissingItem[]
  readonly awards?: number
}

function person(nickname: string, seen: number | null): Staff {
  const names = {
    user_id: nickname,
    nickname,
    first_name: nickname,
    last_name: 'Horvat',
    mobile: '+385911000001',
  }
  return {
    ...names,
    signed_in: seen !== null,
    last_seen_at: seen === null ? null : at(seen),
    waiting: null,
  }
}

function booth(name: string, staff: readonly Staff[], over: Partial<Booth> = {}): Booth {
  const rest = {
    location: 'Hala A',
    awards_last_hour: 3,
    refused_last_hour: 0,
    last_award_at: null,
    closed: false,
  }
  return { vendor_id: name, name, staff: [...staff], ...rest, ...over }
}

/** The acts at a time. By default the event has times and is neither frozen nor closed. */
function acts(
  now: number,
  {
    event = {},
    late = 0,
    waiting = 0,
    failed = 0,
    booths = [],
    unconfirmed = null,
    missing = [],
    awards = 0,
  }: State,
): Act[] {
  const counts = {
    players: 0,
    listed: 0,
    teams: 0,
    awards,
    voided: 0,
    refused: 0,
    late,
    waiting,
  }
  const times = {
    starts_at: at(START),
    ends_at: at(END),
    frozen_at: null,
    closed_at: null,
    open: true,
  }
  const sms = { sent: 0, failed, last_failure_at: at(START), trouble: null }
  return dueActs(
    { event: { ...times, ...event }, counts, booths: [...booths], sms, unconfirmed },
    now,
    missing,
  )
}

const absent = [booth('Arkade', [person('iva', null), person('luka', null)]), booth('Prazni', [])]
const silentSince = (now: number) => [
  booth('Arkade', [person('iva', now - 11 * MINUTE), person('luka', now - 5 * HOUR)]),
]
const closed = { closed_at: at(END) }
const frozen = { frozen_at: at(END - HOUR) }
const noTimes = { starts_at: null, ends_at: null }

test.each<[string, number, State, readonly Act['kind'][]]>([
  ['absent staff over an hour before the start', START - HOUR - 1, { booths: absent }, []],
  ['absent staff an hour before the start', START - HOUR, { booths: absent }, ['notSignedIn']],
  ['absent staff without times', START, { event: noTimes, booths: absent }, ['notSignedIn']],
  [
    'one of two staff has signed in',
    START,
    { booths: [booth('A', [person('iva', null), person('luka', START)])] },
    [],
  ],
  [
    'all staff have signed out, who are then not also called silent',
    START,
    { booths: [booth('A', [{ ...person('iva', START - HOUR), signed_in: false }])] },
    ['notSignedIn'],
  ],
  ['a closed booth', START, { booths: [booth('A', [], { closed: true })] }, []],
  [
    'a device called nine minutes ago',
    START + HOUR,
    { booths: [booth('A', [person('iva', START + 51 * MINUTE)])] },
    [],
  ],
  [
    'all of a booth’s devices are silent',
    START + HOUR,
    { booths: silentSince(START + HOUR) },
    ['silent'],
  ],
  [
    'staff who signed in once, of whom no device is known',
    START + HOUR,
    { booths: [booth('A', [{ ...person('iva', null), signed_in: true }])] },
    ['silent'],
  ],
  ['silence after the end', END, { event: closed, booths: silentSince(END) }, ['prizes']],
  [
    'absent and silent booths and waiting awards',
    START + HOUR,
    { booths: [...silentSince(START + HOUR), ...absent], waiting: 2 },
    ['notSignedIn', 'silent', 'waiting'],
  ],
  [
    'just before the last half hour',
    END - 30 * MINUTE - 1,
    { booths: absent, waiting: 2 },
    ['notSignedIn', 'waiting'],
  ],
  [
    'half an hour before the end',
    END - 30 * MINUTE,
    { booths: absent, waiting: 2 },
    ['waiting', 'notSignedIn', 'freeze'],
  ],
  ['frozen, until the end', END - 1, { event: frozen }, []],
  [
    'at the end, with awards on devices',
    END,
    { event: frozen, waiting: 3 },
    ['waiting', 'close', 'reveal'],
  ],
  [
    'closed, with undecided late entries',
    END,
    { event: { ...closed, ...frozen }, late: 2 },
    ['late', 'reveal'],
  ],
  [
    'closed early, and still frozen',
    START + HOUR,
    { event: { closed_at: at(START), ...frozen } },
    ['reveal'],
  ],
  ['closed and revealed, or never frozen', END, { event: closed }, ['prizes']],
  ['a late entry of a revoked device', START + HOUR, { late: 1 }, ['late']],
  ['an SMS that could not be sent', START, { failed: 1 }, ['sms']],
  ['an SMS that could not be sent an hour ago', START + HOUR, { failed: 1 }, []],
  ['an event without times, and without trouble', END, { event: noTimes }, []],
])('the next act: %s', (_when, now, state, expected) => {
  expect(acts(now, state).map(({ kind }) => kind)).toEqual(expected)
})

test('several absent booths make only one act', () => {
  expect(acts(START, { booths: absent })).toEqual([{ kind: 'notSignedIn', booths: absent }])
})

const lacks: State = { missing: [{ part: 'tags', text: 'Bez oznake: Arkade.' }] }

test('an incomplete event is called unready until an award has arrived or the event is over', () => {
  expect(acts(START - 5 * HOUR, lacks)).toEqual([{ kind: 'unready', ...lacks }])
  expect(acts(START + HOUR, lacks)).toEqual([{ kind: 'unready', ...lacks }])
  expect(acts(START + HOUR, { ...lacks, awards: 1 })).toEqual([])
  expect(acts(END, lacks).map(({ kind }) => kind)).toEqual(['close'])
})

test('an organiser’s unconfirmed number is shown before the missing parts', () => {
  const unconfirmed = { user_id: 'ana', mobile: '+385917654321' }
  expect(acts(START - 5 * HOUR, { ...lacks, unconfirmed }).map(({ kind }) => kind)).toEqual([
    'unconfirmed',
    'unready',
  ])
})

test('who left two booths with unsent awards is listed once', () => {
  const left = { ...person('luka', START), devices: [], waiting: 2 }
  const booths = [
    booth('A', [{ ...person('iva', START), waiting: 1 }, person('mia', START)]),
    booth('B', [], { former_staff: [left] }),
    booth('C', [], { former_staff: [left, { ...left, user_id: 'eva', waiting: null }] }),
  ]
  expect(holdersOf(booths).map(({ user_id, waiting }) => [user_id, waiting])).toEqual([
    ['iva', 1],
    ['luka', 2],
  ])
})
