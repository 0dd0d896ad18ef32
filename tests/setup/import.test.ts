import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EventFile, EventPerson } from '#contract/event'
import type { Invitation, TableName } from '#contract/organiser-entities'
import { placeFaults, planBooths } from '../../src/features/setup/booth-import'
import { columnsOf } from '../../src/features/setup/columns'
import { reasonOf } from '../../src/features/setup/players-list'
import {
  beginRound,
  type InviteRun,
  inviteAll,
  inviteesOf,
  inviteesWith,
  waitingOf,
} from '../../src/features/setup/players-part'
import { readWhole } from '../../src/features/setup/table-file'
import { createFakeStorage } from '../offline/fake-storage'
import { readSpreadsheet } from './read-spreadsheet'

const sheetOf = async (text: string) => readSpreadsheet(new TextEncoder().encode(text))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('players of a spreadsheet', () => {
  const HEADING = 'Ime;Prezime;E-mail;Mobitel;Nadimak\n'
  const invitees = async (rows: string) => {
    const sheet = await sheetOf(HEADING + rows)
    return inviteesOf(sheet, columnsOf(sheet.headings, 'players').columns)
  }
  /** A run that keeps its outcomes so far, so that it can be interrupted and continued. */
  function runOf(invitees: InviteRun['invitees']) {
    let run: InviteRun = { invitees, outcomes: new Map(), again: false, round: '' }
    return {
      ask: (send: Parameters<typeof inviteAll>[1]) =>
        inviteAll(run, send, (outcomes) => (run = { ...run, outcomes })),
      waiting: () => waitingOf(run),
      having: (status: Invitation['status']) =>
        inviteesWith(run, (outcome) => outcome.status === status),
      reasonAt: (row: number) => reasonOf(run.outcomes.get(row) ?? { status: 'sent' }),
    }
  }
  const many = (count: number) =>
    invitees(
      Array.from(
        { length: count },
        (_, at) => `Ana;Anić;a${at}@example.hr;09${10_000_000 + at};`,
      ).join('\n'),
    )

  test('have every fault of the file shown beside its row, such as a number or nickname used twice', async () => {
    const list = await invitees(
      'A;A;a@example.hr;091 123 4567;Ana\nB;B;b@example.hr;+385911234567;Bo\nC;C;c@example.hr;3,85911E+11;ana\nD;D;d@example.hr;;\nE;E;e@example.hr;;\n',
    )
    expect(list.map(({ row, faults }) => [row, Object.keys(faults)])).toEqual([
      [2, []],
      [3, ['mobile']],
      [4, ['nickname', 'mobile']],
      [5, []],
      [6, []],
    ])
    const { ask, having, reasonAt } = runOf(list)
    await ask(async (people) =>
      people.map(({ email }) => ({ status: 'sent', fields: { email: `${email}?` } })),
    )
    expect(reasonAt(3)).toBe(`b@example.hr? ${list[1]?.faults.mobile}`)
    expect(having('refused').map(({ row }) => row)).toEqual([3, 4])
    expect(reasonOf({ status: 'refused', code: 'BLOCKED' })).toBe('Osoba je blokirana.')
  })

  test('fault 81: are invited 50 at a time, and an interrupted run continues without inviting anybody twice', async () => {
    const { ask, waiting, having } = runOf(await many(120))
    const asked: number[] = []
    const got = new Map<string, number>()
    let calls = 0
    const send = async (people: readonly { readonly email: string }[]): Promise<Invitation[]> => {
      asked.push(people.length)
      calls++
      // The second answer is lost, although the server invited everybody in that call.
      const results = people.map(({ email }): Invitation => {
        const had = got.has(email)
        if (!had) got.set(email, 1)
        return { status: had ? 'had_one' : 'sent' }
      })
      if (calls === 2) throw new Error('no answer')
      return results
    }
    await expect(ask(send)).rejects.toThrow('no answer')
    expect(waiting()).toHaveLength(70)
    await ask(send)
    expect(asked).toEqual([50, 50, 50, 20])
    expect(waiting()).toEqual([])
    expect(having('had_one')).toHaveLength(50)
  })

  test('fault 81: are still invited if a call ends early, and wait if the provider accepts nobody', async () => {
    const { ask, waiting, having } = runOf(await many(30))
    let turns = 3
    const send = async (people: readonly unknown[]): Promise<Invitation[]> => {
      turns--
      return people.map((_, at) =>
        at < 10 && turns > 0 ? { status: 'sent' } : { status: 'refused', code: 'UNAVAILABLE' },
      )
    }
    await ask(send)
    expect(waiting()).toHaveLength(10)
    expect(having('refused')).toEqual([])
  })

  test('fault 91: do not count as invited if their SMS failed, and the rest wait if a whole call failed', async () => {
    const { ask, waiting, having } = runOf(await many(120))
    let calls = 0
    const send = async (people: readonly unknown[]): Promise<Invitation[]> => {
      calls++
      return people.map((_, at) => ({ status: calls === 1 && at >= 10 ? 'sent' : 'failed' }))
    }
    await ask(send)
    expect([having('sent').length, having('failed').length, waiting().length]).toEqual([40, 60, 20])
    await ask(send)
    expect([calls, having('sent').length, having('failed').length, waiting().length]).toEqual([
      3, 40, 80, 0,
    ])
  })

  test('fault 81: an interrupted round is resumed for an hour, but not where another SMS was promised', () => {
    vi.stubGlobal('localStorage', createFakeStorage())
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = beginRound(false)
    expect(beginRound(false)).toBe(first)
    const another = beginRound(true)
    expect(another).not.toBe(first)
    expect(beginRound(true)).toBe(another)
    vi.advanceTimersByTime(60 * 60_000)
    expect(beginRound(true)).not.toBe(another)
  })
})

describe('booths of a spreadsheet', () => {
  const someone = (user_id: string, first_name: string, number: number): EventPerson => ({
    user_id,
    first_name,
    last_name: 'X',
    email: `${user_id}@example.hr`,
    mobile: `+38591123456${number}`,
    nickname: user_id,
  })
  const [iva, marko, pero] = [
    someone('iva', 'Iva', 1),
    someone('marko', 'Marko', 2),
    someone('pero', 'Pero', 3),
  ]
  const booth = {
    location: 'Hala A',
    description: 'Automati.',
    closed: false,
    point_types: ['pobjeda'],
  }
  const event: EventFile = {
    settings: { team_max_members: 6, starts_at: null, ends_at: null, time_zone: 'Europe/Zagreb' },
    point_types: [{ point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 0 }],
    vendors: [
      { vendor_id: 'arkade', name: 'Arkadna zona', ...booth, staff: [iva, marko] },
      { vendor_id: 'vr', name: 'VR kutak', ...booth, staff: [pero] },
    ],
    organisers: [],
    tags: [],
  }
  const planOf = async (text: string) => {
    const sheet = await sheetOf(text)
    return planBooths(event, sheet, columnsOf(sheet.headings, 'booths').columns)
  }
  const plan = async (text: string) => (await planOf(text)).part
  const HEADING = 'Štand;Lokacija;Vrste bodova;Ime;Prezime;E-mail;Mobitel;Nadimak\n'

  test('adding a person removes nobody from the booth, and changes nothing that the table leaves out', async () => {
    const { vendors } = await plan(`${HEADING}arkadna ZONA;;;Ana;Anić;ana@example.hr;0911234569;\n`)
    expect(vendors).toEqual([
      {
        vendor_id: 'arkade',
        name: 'Arkadna zona',
        staff: [
          iva,
          marko,
          {
            first_name: 'Ana',
            last_name: 'Anić',
            email: 'ana@example.hr',
            mobile: '0911234569',
            nickname: '',
          },
        ],
      },
    ])
  })

  test('existing people of the booth are corrected, and people of another booth are moved', async () => {
    const { vendors = [] } = await plan(
      `${HEADING}Arkadna zona;;;;;novi@example.hr;091 123 4561;\nArkadna zona;;;;;;0911234563;\nVR kutak;;;Bo;Bić;bo@example.hr;0911234568;Bo\n`,
    )
    expect(vendors[0]?.staff).toEqual([marko, { ...iva, email: 'novi@example.hr' }, pero])
    expect(vendors[1]?.staff?.map(({ nickname }) => nickname)).toEqual(['Bo'])
  })

  test('a new booth gets an id made from its name, and its point types by their names', async () => {
    const { vendors = [] } = await plan(
      `${HEADING}Čarobni Đir;Hala B;pobjeda;Iva;A;a@example.hr;0911234565;\nČarobni Đir;;;Iva;B;b@example.hr;0911234566;\nVR-kutak;;;;;;;\n`,
    )
    expect(vendors[0]).toMatchObject({
      vendor_id: 'carobni-dir',
      location: 'Hala B',
      point_types: ['pobjeda'],
    })
    expect(vendors[1]).toEqual({ vendor_id: 'vr-kutak', name: 'VR-kutak' })
  })

  test('a new booth is not merged with one whose id its name resembles', async () => {
    const { vendors = [] } = await plan(`${HEADING}VR kutak;;;;;;;\nVR;;;;;;;\n`)
    expect(vendors).toEqual([
      { vendor_id: 'vr', name: 'VR kutak' },
      { vendor_id: 'vr-2', name: 'VR' },
    ])
  })

  test('fault 90: point types chosen for all are given only to new booths for which the table names none', async () => {
    const sheet = await sheetOf('Štand;Vrste bodova\nNovi;\nArkadna zona;\n')
    const { vendors } = planBooths(event, sheet, columnsOf(sheet.headings, 'booths').columns, [
      'pobjeda',
    ]).part
    expect(vendors?.map(({ point_types }) => point_types)).toEqual([['pobjeda'], undefined])
  })

  test('faults are shown beside their rows, both the table’s own faults and those that the server finds', async () => {
    const made = await planOf(
      `${HEADING};;;A;A;a@example.hr;0911234565;\nArkadna zona;Hala A;;B;B;b@example.hr;0911234566;\nArkadna zona;Hala C;Sreća;C;C;c;3,85911E+11;\n`,
    )
    expect(made.faults.map(({ row }) => row)).toEqual([2, 4, 4, 4])
    const placed = placeFaults(made, [
      { path: 'vendors.0.staff.2.email', message: 'E' },
      { path: 'vendors.0.staff.3.mobile', message: 'M' },
      { path: 'vendors.0.name', message: 'N' },
      { path: 'organisers', message: 'O' },
    ])
    expect(placed).toEqual([
      { row: 3, text: 'E' },
      { row: 4, text: 'M' },
      { row: 3, text: 'N' },
      { row: null, text: 'O' },
    ])
  })
})

test('a table is read page by page, oldest first, in the event’s time and with Croatian words for codes', async () => {
  const asked: (string | undefined)[] = []
  const columns = [
    { key: 'award_id', title: 'ID' },
    { key: 'awarded_at', title: 'Dodijeljeno' },
    { key: 'points', title: 'Bodovi' },
    { key: 'kind', title: 'Vrsta zapisa' },
    { key: 'what', title: 'Radnja' },
    { key: 'code', title: 'Zašto je odbijeno' },
  ]
  const row = (id: string, awarded_at: string | null) => ({
    id,
    award_id: id,
    awarded_at,
    points: 5,
    kind: 'bonus',
    what: 'freeze',
    code: 'TEAM_FULL',
  })
  const pages = [
    [row('c', '2026-05-09T22:05:07.042Z'), row('b', '2026-01-09T23:00:00.000Z')],
    [row('a', null)],
  ]
  const counts: number[] = []
  const read = (what: TableName) =>
    readWhole(what, {
      timeZone: 'Europe/Zagreb',
      onRows: (rows) => counts.push(rows),
      read: async ({ before }) => {
        asked.push(before)
        const at = before === 'b' ? 1 : 0
        return { columns, rows: pages[at] ?? [], more: at === 0 }
      },
    })
  const words = ['Skriveno blago', 'Zamrzavanje poretka', 'Tim je popunjen.']
  expect(await read('awards')).toEqual([
    ['ID', 'Dodijeljeno', 'Bodovi', 'Vrsta zapisa', 'Radnja', 'Zašto je odbijeno'],
    ['a', null, 5, ...words],
    ['b', '2026-01-10T00:00:00.000+01:00', 5, ...words],
    ['c', '2026-05-10T00:05:07.042+02:00', 5, ...words],
  ])
  expect([asked, counts]).toEqual([
    [undefined, 'b'],
    [2, 3],
  ])
  expect((await read('ranking')).slice(1).map(([id]) => id)).toEqual(['c', 'b', 'a'])
})
