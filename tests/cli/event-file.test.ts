import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { weakBonusWarnings } from '#cli/apply'
import { FaultyText, readEventText } from '#cli/event-text'
import { parseEvent } from '#server/event-file/parse'
import { EVENT_FIELDS } from '#server/event-file/schema'
import { localTime } from '#server/time'
import { EVENT, faultsOf, IVA, MARKO, NOTHING } from './event-database'

const parse = (json: unknown, known = NOTHING) => parseEvent(json, known)
const faults = (json: unknown, known = NOTHING) => faultsOf(() => parse(json, known))

const vendor = (more: object) => ({ vendors: [{ vendor_id: 'arkade', name: 'Arkade', ...more }] })
const staff = (...people: object[]) => vendor({ staff: people })
const pointType = (more: object) => ({
  point_types: [{ point_type: 'a', label: 'A', points: 1, cooldown_seconds: 0, ...more }],
})
const tag = (more: object) => ({ tags: [{ nfc_id: 'x', ...more }] })

const ID = 'must be an id of 1 to 64 characters of A-Z, a-z, 0-9, _ and -'

/** A file with one error, and that error's message. */
const WRONG: readonly (readonly [unknown, string])[] = [
  [{ settings: [] }, 'settings: a list must be an object in { }'],
  [{ vendors: {} }, 'vendors: an object must be a list in [ ]'],
  [
    { setings: {} },
    'setings: is not a known key here; known are settings, point_types, vendors, organisers, tags',
  ],
  [
    staff({ ...IVA, 'e-mail': 'x' }),
    'vendors[0].staff[0]["e-mail"]: is not a known key here; known are first_name, last_name, email, mobile, nickname, user_id',
  ],
  [
    { settings: { team_max_members: 1001 } },
    'settings.team_max_members: 1001 must be a whole number from 0 to 1000',
  ],
  ...['2026-05-09T10:00:00', '2026-02-30T10:00:00Z', '2019-12-31T23:00:00Z', 5].map((at) => {
    const time =
      'must be null or a time in the years 2020 to 2100 with its zone, such as "2026-05-09T10:00:00+02:00"'
    return [
      { settings: { starts_at: at } },
      `settings.starts_at: ${JSON.stringify(at)} ${time}`,
    ] as const
  }),
  ...['+02:00', '', null].map((time_zone) => {
    const zone = 'must be the name of a time zone, such as "Europe/Zagreb"'
    return [
      { settings: { time_zone } },
      `settings.time_zone: ${JSON.stringify(time_zone)} ${zone}`,
    ] as const
  }),
  [
    { settings: { starts_at: '2026-05-09T10:00:00+02:00', ends_at: '2026-05-09T08:00:00Z' } },
    `settings.ends_at: the event must end after it starts (${localTime(Date.parse('2026-05-09T08:00:00Z'))})`,
  ],
  [pointType({ point_type: 'a č' }), `point_types[0].point_type: "a č" ${ID}`],
  [
    pointType({ label: ' ' }),
    'point_types[0].label: "" must be a text of 1 to 60 characters in one line',
  ],
  ...[-1, 1.5, '7'].map((points) => {
    const fault = `point_types[0].points: ${JSON.stringify(points)} must be a whole number from 0 to 1000000`
    return [pointType({ points }), fault] as const
  }),
  [
    pointType({ cooldown_seconds: 604_801 }),
    'point_types[0].cooldown_seconds: 604801 must be a whole number from 0 to 604800',
  ],
  [{ vendors: [{ vendor_id: 'arkade' }] }, 'vendors[0].name: is missing'],
  [vendor({ vendor_id: 'a'.repeat(65) }), `vendors[0].vendor_id: "${'a'.repeat(59)}… ${ID}`],
  [
    vendor({ point_types: ['nema'] }),
    'vendors[0].point_types[0]: "nema" is not a point type of the file or the database',
  ],
  [
    staff(IVA, { ...MARKO, mobile: '12' }),
    'vendors[0].staff[1].mobile: "12" is not a mobile number',
  ],
  [staff({ ...IVA, email: 'iva' }), 'vendors[0].staff[0].email: "iva" is not an e-mail address'],
  [
    staff({ ...IVA, nickname: 'i' }),
    'vendors[0].staff[0].nickname: "i" is not a nickname (2 to 24 characters)',
  ],
  [
    staff({ ...IVA, first_name: '' }),
    'vendors[0].staff[0].first_name: "" is not a first name (1 to 60 characters)',
  ],
  [
    staff({ ...IVA, last_name: 7 }),
    'vendors[0].staff[0].last_name: 7 is not a last name (1 to 60 characters)',
  ],
  [
    tag({ nfc_type: 'bonnus' }),
    'tags[0].nfc_type: "bonnus" must be one of "team", "vendor", "bonus"',
  ],
  [
    { ...pointType({}), ...tag({ nfc_type: 'team', point_type: 'a' }) },
    'tags[0].point_type: is not allowed in a team tag',
  ],
  [{ tags: [{ nfc_type: 'team' }] }, 'tags[0].nfc_id: is missing'],
  [tag({ nfc_type: 'vendor' }), 'tags[0].vendor_id: is missing'],
  [
    {
      ...pointType({}),
      ...vendor({}),
      ...tag({ nfc_type: 'vendor', vendor_id: 'arkade', point_type: 'a' }),
    },
    'tags[0].point_type: is not allowed in a vendor tag',
  ],
  [
    tag({ nfc_type: 'vendor', vendor_id: 'nema' }),
    'tags[0].vendor_id: "nema" is not a vendor of the file or the database',
  ],
  [tag({ nfc_type: 'bonus' }), 'tags[0].point_type: is missing'],
  [
    tag({ nfc_type: 'bonus', point_type: 'nema' }),
    'tags[0].point_type: "nema" is not a point type of the file or the database',
  ],
]

describe('an event file', () => {
  test('is read with numbers in E.164 and times in milliseconds', () => {
    const file = parse({
      ...EVENT,
      vendors: [{ ...EVENT.vendors[0], staff: [{ ...IVA, mobile: '091 123 4567' }] }],
    })
    expect(file.settings).toEqual({
      team_max_members: 5,
      starts_at: Date.parse('2026-05-09T07:00:00Z'),
      ends_at: null,
    })
    expect(file.vendors?.[0]?.staff?.[0]?.mobile).toBe('+385911234567')
    expect(file.tags).toEqual(EVENT.tags)
    for (const partial of [{}, { settings: {} }]) expect(parse(partial)).toEqual(partial)
  })

  test.each(WRONG)('with an error gets a message with its position: %j', async (json, fault) => {
    expect(await faults(json)).toEqual([fault])
  })

  test('has all duplicates reported, even if case or the form of a number differs', async () => {
    const people = [
      IVA,
      { ...MARKO, mobile: '091/123-4567', email: 'IVA@example.hr', nickname: 'Iva' },
    ]
    const json = {
      point_types: [...EVENT.point_types, EVENT.point_types[0]],
      vendors: [
        { vendor_id: 'arkade', name: 'A', point_types: ['blago', 'blago'], staff: [IVA] },
        { vendor_id: 'arkade', name: 'B' },
      ],
      organisers: [people[1]],
      tags: [EVENT.tags[0], EVENT.tags[0]],
    }
    expect(await faults(json)).toEqual([
      'point_types[3].point_type: "pobjeda" is already at point_types[0].point_type',
      'vendors[1].vendor_id: "arkade" is already at vendors[0].vendor_id',
      'vendors[0].point_types[1]: "blago" is already at vendors[0].point_types[0]',
      'organisers[0].mobile: "091/123-4567" is already at vendors[0].staff[0].mobile',
      'organisers[0].nickname: "Iva" is already at vendors[0].staff[0].nickname',
      'tags[1].nfc_id: "tim-0001" is already at tags[0].nfc_id',
    ])
  })

  test('has all errors reported at once', async () => {
    const json = {
      x: 1,
      y: 2,
      ...vendor({ name: '', point_types: ['nema'], staff: [{ ...IVA, mobile: '1' }, IVA, IVA] }),
    }
    expect((await faults(json)).map((fault) => fault.split(':')[0])).toEqual([
      'vendors[0].name',
      'vendors[0].staff[0].mobile',
      'x',
      'y',
      'vendors[0].point_types[0]',
      'vendors[0].staff[2].mobile',
      'vendors[0].staff[1].nickname',
      'vendors[0].staff[2].nickname',
    ])
  })

  test('may refer to entries of the database', async () => {
    const known = {
      ...NOTHING,
      settings: { ...NOTHING.settings, starts_at: '2026-05-09T10:00:00.000Z' },
      point_types: [{ point_type: 'blago', label: 'Blago', points: 7, cooldown_seconds: 0 }],
      vendors: [
        {
          vendor_id: 'arkade',
          name: 'Arkade',
          location: '',
          description: '',
          closed: false,
          point_types: [],
          staff: [],
        },
      ],
    }
    const tags = [
      { nfc_id: 'a', nfc_type: 'vendor', vendor_id: 'arkade' },
      { nfc_id: 'b', nfc_type: 'bonus', vendor_id: 'arkade', point_type: 'blago' },
    ]
    expect(await faults({ tags, ...vendor({ point_types: ['blago'] }) }, known)).toEqual([])
    expect(await faults({ settings: { ends_at: '2026-05-09T10:00:00Z' } }, known)).toEqual([
      `settings.ends_at: the event must end after it starts (${localTime(Date.parse('2026-05-09T10:00:00Z'))})`,
    ])
  })

  test('causes a warning for each bonus id that is easy to guess', () => {
    const warnings = (nfc_id: string) =>
      weakBonusWarnings(
        parse({ ...pointType({}), tags: [{ nfc_id, nfc_type: 'bonus', point_type: 'a' }] }),
      ).length
    expect(['zmaj-7k2p9x4mq8', '7k2p9x4mq87k2p9x4mq8'].map(warnings)).toEqual([0, 0])
    expect(['zmaj-7k2p9x4mq', 'skriveno-blago-01', 'bonus-01'].map(warnings)).toEqual([1, 1, 1])
  })
})

/**
 * Reads the text of an event file as `apply` does, and returns the lines printed for its faults.
 */
async function printed(text: string): Promise<string[]> {
  try {
    const { values, located } = readEventText(text)
    await located(() => parseEvent(values, NOTHING))
    return []
  } catch (reason) {
    if (reason instanceof FaultyText) return reason.faults.map(({ fault }) => fault)
    throw reason
  }
}
const ofJson = (json: unknown) => printed(JSON.stringify(json, null, 2))
const booth = (vendor_id: string, ...staff: unknown[]) => ({ vendor_id, name: 'Arkade', staff })

describe('faults of an event file', () => {
  test('are listed in the order of the file, each with line and column as an editor counts them', async () => {
    const text = `{
  "tags": [ { "nfc_id": "tim-1", "nfc_type": "teem" },
\t{ "nfc_id": "tim-1", "nfc_type": "team" } ],
  "vendors": [
    { "name": "Čudnovati",\r
      "location": 7, "vendor_id": "arkade" } ],
  "point_types": [ "pobjeda", { "point_type": "rekord", "label": "Rekord", "points": 5 } ]
}`
    expect(await printed(text)).toEqual([
      'line 2, column 34: tags[0].nfc_type: "teem" must be one of "team", "vendor", "bonus"',
      'line 3, column 4: tags[1].nfc_id: "tim-1" is already at tags[0].nfc_id (line 2, column 15)',
      'line 6, column 7: vendors[0].location: 7 must be a text of 0 to 120 characters in one line',
      'line 7, column 20: point_types[0]: "pobjeda" must be an object in { }',
      'line 7, column 31: point_types[1].cooldown_seconds: is missing',
    ])
    expect(await printed('[]')).toEqual([
      'line 1, column 1: the file: a list must be an object in { }',
    ])
  })

  test('an invalid value is not also reported as repeated or unknown', async () => {
    expect(
      await ofJson({
        vendors: [booth('arkade', { ...IVA, email: 'x' }, { ...MARKO, email: 'x' })],
      }),
    ).toHaveLength(2)
    expect(
      await ofJson({ tags: [{ nfc_id: 'tim-1', nfc_type: 'team', vendor_id: 'nema' }] }),
    ).toEqual(['line 6, column 7: tags[0].vendor_id: is not allowed in a team tag'])
  })

  test.each([
    ['', 'line 1, column 1: this is not JSON: value expected'],
    [
      '{ "tags": [],\n  "vendors": [],\n}',
      'line 3, column 1: this is not JSON: property name expected',
    ],
    ['{\r\n "tags" [] }', 'line 2, column 9: this is not JSON: colon expected'],
    ['{}\n// the end', 'line 2, column 1: this is not JSON: invalid comment token'],
    ['{ "tags": [],\n"tags": [] }', 'line 2, column 1: the key "tags" is repeated'],
  ])(
    'a text that is not valid JSON gets a message with line and column: %j',
    async (text, fault) => {
      expect(await printed(text)).toEqual([fault])
    },
  )
})

const document = readFileSync('docs/event-file.md', 'utf8')

const examples = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)

/** Rows of the table of parts; an empty first cell means that of the row above. */
function readRows(): { part: string; field: string }[] {
  const [, section = ''] = document.split('\n## Parts\n')
  let part = ''
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--') && !line.startsWith('| part'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, first = '', field = '']) => {
      part = first === '' ? part : first
      return { part, field }
    })
}

describe('docs/event-file.md', () => {
  test('its examples can be applied', () => {
    expect(examples.length).toBeGreaterThan(0)
    for (const text of examples) expect(() => parseEvent(JSON.parse(text), NOTHING)).not.toThrow()
  })

  test('names every field of every part but settings and organisers, and no other field', () => {
    const named = readRows().filter(({ part }) => part !== 'settings' && part !== 'organisers')
    const known = Object.entries(EVENT_FIELDS).flatMap(([part, fields]) =>
      fields.map((field) => `${part} ${field}`),
    )
    expect(named.map(({ part, field }) => `${part} ${field}`)).toEqual(known)
  })
})
