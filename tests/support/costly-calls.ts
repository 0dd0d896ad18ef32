import { CALL_NAMES, type CallName, definitionOf, jsonFields } from '#contract/calls'
import { encodeCall, QUERY_FIELDS } from '#contract/wire'
import type { Role } from './cast'
import { exampleOf } from './examples'

/** For each kind of call, the caller whose call gets furthest before the server refuses it. */
export const FURTHEST = {
  anyone: 'stranger',
  'signed-in': 'staff of booth A',
  player: 'captain',
  staff: 'staff of booth A',
  organiser: 'organiser',
} as const satisfies Record<string, Role>

const CALL_BYTES = 32 * 1024
const ORGANISER_BYTES = 1024 * 1024
/** The space for fields in an address: Node accepts 16 KiB of headers in total. */
const QUERY_BYTES = 8 * 1024
/** The space reserved for the other fields of a call. */
const ROOM_BYTES = 2 * 1024

/** Texts that are slow to normalise, to compare or to match when they are repeated. */
const ODD_TEXTS: Readonly<Record<string, string>> = {
  // Marks in descending order of class, so that normalising has to sort them all (UAX #15).
  'marks that must be sorted': '\u0345\u035C\u0301\u0315\u0316\u05B0',
  'marks between joiners': '\u0301\u200D\u0316\u2060',
  'marks between control characters': '\u0301\0\u0316\u0001',
  'halfwidth marks': '\uFF9E\u0301\uFF9F\u0316',
  'letters with eight marks': 'a\u0345\u0301\u0316\u0301\u0316\u0301\u0316\u0301',
  joiners: '\u200D',
  'joined emoji': '👩\u200D',
  'bidi controls': '\u202E\u2066',
  'letters that become eighteen': '\uFDFA',
  'Hangul in parts': '\u1112\u1161\u11AB',
  'letters of many scripts': 'aаαაב',
  'capitals without a small one': 'İẞΣ',
  digits: '9',
  'wide digits': '９',
  'digits of other scripts': '٩९',
  spaces: ' ',
  'wide spaces': '\u3000\u2003',
  lines: '\r\n',
  'number signs': '+(-./',
  'names of telephones': 'tel:mob.',
  'lone surrogates': '\uD800',
  NUL: '\0',
  quotes: '\'"’„',
  brackets: '([{',
  'dots between letters': 'a.',
  'at signs': 'a@',
  hyphens: '-',
  'percent signs': '%25',
  letters: 'a',
}

/** Escapes only characters that would end a field, because three times as many raw letters fit. */
const formText = (text: string) => text.replace(/[%&+=\0\r\n]/g, encodeURIComponent)
/**
 * The most bytes that a text takes in a form: by itself, or in a JSON string, where one byte may
 * become six.
 */
const bytesOf = (text: string) =>
  Math.max(
    ...[text, JSON.stringify(text).slice(1, -1)].map((one) => Buffer.byteLength(formText(one))),
  )

/** The text, repeated to fill `bytes` bytes of a call. */
export const filled = (text: string, bytes: number) =>
  text.repeat(Math.floor(bytes / bytesOf(text)))

const person = (number: number) => ({
  first_name: 'Ana',
  last_name: 'Anić',
  email: `ana.${number}@example.hr`,
  mobile: `+3859${String(10_000_000 + number)}`,
  nickname: `Anica ${number}`,
})

/** An event with every field of an event file. */
const EVENT = {
  settings: {
    team_max_members: 6,
    starts_at: null,
    ends_at: '2026-05-09T12:00:00Z',
    time_zone: 'Europe/Zagreb',
  },
  point_types: [{ point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 }],
  vendors: [
    {
      vendor_id: 'arkade',
      name: 'Arkadna zona',
      location: 'Hala A',
      description: 'Opis',
      closed: false,
      point_types: ['pobjeda'],
      staff: [{ ...person(1), user_id: 'nitko' }],
    },
  ],
  organisers: [person(2)],
  tags: [
    { nfc_id: 'tim-0001', nfc_type: 'team' },
    { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' },
    {
      nfc_id: 'zmaj-7k2p9x4mq8',
      nfc_type: 'bonus',
      point_type: 'pobjeda',
      proof: 'ntag424',
      uid: '04DE5F1EACC040',
    },
  ],
}

/** Fields that are missing in a call's schema because its handler parses them. */
const UNREAD: Partial<Record<CallName, object>> = {
  invitePeople: { people: [person(3)] },
  applyEvent: { event: EVENT },
}

type Place = readonly (string | number)[]

function leavesOf(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => (index === key ? replaced(inner, rest, by) : inner))
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [key]: replaced(object[key], rest, by) }
}

/** A call in the form in which it is sent. */
export interface SentCall {
  readonly name: CallName
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

function sent(name: CallName, input: unknown): SentCall {
  const { query, body } = encodeCall(definitionOf(name), input as never)
  return {
    name,
    query: Object.fromEntries(query),
    body: body.map(([field, text]) => `${field}=${formText(text)}`).join('&'),
  }
}

/** A place in a call that takes a text. */
export interface TextPlace {
  readonly name: CallName
  /** For example `user_data.nickname`. */
  readonly at: string
  /** The space in that place, in bytes. */
  readonly room: number
  /** Returns the call with this text in that place. */
  with(text: string): SentCall
}

const isOrganisers = (name: CallName) => definitionOf(name).who === 'organiser'
const bodyOf = (name: CallName) => (isOrganisers(name) ? ORGANISER_BYTES : CALL_BYTES)

const inputOf = (name: CallName, version: string) => ({
  ...(exampleOf(definitionOf(name).input) as object),
  ...UNREAD[name],
  ...(name === 'applyEvent' && { version }),
})

/** An ordinary call; `version` is the event's. */
export const honestCallOf = (name: CallName, version: string): SentCall =>
  sent(name, inputOf(name, version))

/** Every place in a call that takes a text; `version` is the event's. */
export function textPlacesOf(name: CallName, version: string): readonly TextPlace[] {
  const input = inputOf(name, version)
  return leavesOf(input).map((path) => {
    const inQuery = QUERY_FIELDS.some((field) => field === path[0])
    return {
      name,
      at: path.join('.'),
      room: (inQuery ? QUERY_BYTES : CALL_BYTES) - ROOM_BYTES,
      with: (text: string) => sent(name, replaced(input, path, text)),
    }
  })
}

/** Joins `one(0)`, `one(1)` and so on with commas, as many as fit into a form. */
function many(bytes: number, one: (number: number) => string): string {
  // The longest entry. Its number is large enough, because no entry that contains its number is
  // shorter than five bytes.
  const last = one(Math.floor(bytes / 5))
  const each = Buffer.byteLength(formText(`${last},`))
  return Array.from({ length: Math.floor(bytes / each) }, (_, index) => one(index)).join(',')
}

/** Bodies that are slow to parse in any call. */
const ODD_FORMS: Readonly<Record<string, (bytes: number) => string>> = {
  'thousands of fields': (bytes) =>
    Array.from({ length: bytes / 8 }, (_, number) => `f${number}=`).join('&'),
  'one field thousands of times': (bytes) => 'a&'.repeat(bytes / 2),
  ampersands: (bytes) => '&'.repeat(bytes),
  'half of an escape': (bytes) => `id=${'%c4'.repeat(bytes / 3 - 2)}`,
}

const repeated = (one: string) => (bytes: number) => many(bytes, () => one)

/** JSON that is slow to read, for any field that takes JSON. */
const ODD_JSON: Readonly<Record<string, (bytes: number) => string>> = {
  'nested lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'a list of numbers': (bytes) => `[${repeated('0')(bytes)}]`,
  'a list of objects': (bytes) => `[${repeated('{}')(bytes)}]`,
  'an object of many keys': (bytes) => `{${many(bytes, (number) => `"k${number}":0`)}}`,
  'a long key': (bytes) => `{"${'\u0301\u0316'.repeat(bytes / 4 - 2)}":0}`,
  'a long number': (bytes) => '9'.repeat(bytes),
}

/** The call with this JSON in one of its fields. */
const withJson = (name: CallName, json: (bytes: number) => string): readonly SentCall[] =>
  jsonFields(name).map((field) => {
    const { query, body } = sent(name, {})
    return { name, query, body: `${body}${field}=${formText(json(bodyOf(name) - ROOM_BYTES))}` }
  })

const staff = (people: string) =>
  `{"vendors":[{"vendor_id":"novi","name":"N","staff":[${people}]}]}`
const lists = (list: string) => (one: (number: number) => string) => (bytes: number) =>
  `{"${list}":[${many(bytes, one)}]}`
const tags = lists('tags')
const json = (make: (number: number) => object) => (number: number) => JSON.stringify(make(number))

/** Events with as many entries as fit into a call. */
const ODD_EVENTS: Readonly<Record<string, (bytes: number) => string>> = {
  'empty tags': tags(() => '{}'),
  'numbers instead of tags': tags(() => '0'),
  'one tag many times': tags(() => '{"nfc_id":"x","nfc_type":"team"}'),
  'many tags': tags((number) => `{"nfc_id":"t${number}","nfc_type":"team"}`),
  'treasures of unknown types': tags(
    (number) => `{"nfc_id":"t${number}","nfc_type":"bonus","point_type":"n${number}"}`,
  ),
  'many point types': lists('point_types')(
    json((number) => ({ point_type: `v${number}`, label: 'V', points: 1, cooldown_seconds: 0 })),
  ),
  'many booths': lists('vendors')((number) => `{"vendor_id":"v${number}","name":"V"}`),
  'booths with long texts': lists('vendors')(
    (number) => `{"vendor_id":"v${number}","name":"V","description":"${'č'.repeat(1_000)}"}`,
  ),
  'a booth of many point types': (bytes) =>
    `{"vendors":[{"vendor_id":"novi","name":"N","point_types":[${many(bytes, (number) => `"n${number}"`)}]}]}`,
  'many people': (bytes) => staff(many(bytes, json(person))),
  'people without a nickname': (bytes) =>
    staff(
      many(
        bytes,
        json((number) => ({ ...person(number), nickname: '' })),
      ),
    ),
  'one number many times': (bytes) =>
    staff(
      many(
        bytes,
        json((number) => ({ ...person(number), mobile: '0912345678' })),
      ),
    ),
  'empty people': (bytes) => staff(many(bytes, () => '{}')),
  'people with odd names': (bytes) =>
    staff(
      many(
        bytes,
        json((number) => ({
          ...person(number),
          first_name: 'İ\u0345\u0301\u0316\u0345'.repeat(12),
          last_name: '\uFDFA'.repeat(3),
        })),
      ),
    ),
  'an event of the greatest allowed size': () =>
    JSON.stringify({
      point_types: Array.from({ length: 200 }, (_, at) => ({
        point_type: `v${at}`,
        label: 'V',
        points: 1,
        cooldown_seconds: 0,
      })),
      vendors: Array.from({ length: 300 }, (_, at) => ({
        vendor_id: `b${at}`,
        name: `B ${at}`,
        point_types: ['v0', 'v1'],
        staff: Array.from({ length: 3 }, (_none, index) => person(3 * at + index)),
      })),
      tags: Array.from({ length: 3_000 }, (_, at) => ({
        nfc_id: `t${at}`,
        nfc_type: 'vendor',
        vendor_id: `b${at % 300}`,
      })),
    }),
}

export const withEvent = (
  event: (bytes: number) => string,
  version: string,
  more = '',
): SentCall => ({
  ...sent('applyEvent', {}),
  body: `event=${formText(event(ORGANISER_BYTES - ROOM_BYTES))}&version=${version}${more}`,
})

/** Lists of people to invite, up to a call's maximum. */
const ODD_GUESTS: Readonly<Record<string, () => readonly object[]>> = {
  'fifty people': () => Array.from({ length: 50 }, (_, at) => person(at)),
  'fifty people with long texts': () =>
    Array.from({ length: 50 }, (_, at) => ({
      ...person(at),
      last_name: '\u0345\u0316'.repeat(3_000),
      nickname: ' '.repeat(8_000),
    })),
  'fifty people with odd names': () =>
    Array.from({ length: 50 }, (_, at) => ({
      ...person(at),
      first_name: 'İ\u0345\u0301\u0316\u0345'.repeat(12),
      nickname: '漢字'.repeat(12),
    })),
}

export const withGuests = (people: readonly object[]) =>
  sent('invitePeople', { people, dry_run: 1 })

/** A list with as many of this entry as a call and its body may hold. */
function listOf(one: object, most: number, bytes: number): readonly object[] {
  const room = Math.floor(bytes / (Buffer.byteLength(formText(JSON.stringify(one))) + 1))
  return Array.from({ length: Math.min(most, room) }, () => one)
}

/** Calls in which every text is this one, at the greatest length that the server accepts. */
function fullCalls(text: string, version: string): readonly SentCall[] {
  const full = (units: number) => text.repeat(Math.floor(units / text.length))
  const [word, id] = [full(256), full(512)]
  const award = { team_id: id, point_type: id, award_id: word, vendor_id: id, user_id: id }
  const fullPerson = {
    first_name: word,
    last_name: word,
    email: full(1_016),
    mobile: word,
    nickname: word,
  }
  const large = ORGANISER_BYTES - ROOM_BYTES
  return [
    sent('awardMany', { awards: listOf(award, 40, CALL_BYTES - ROOM_BYTES) }),
    sent('invitePeople', { people: listOf(fullPerson, 50, large), dry_run: 1 }),
    sent('applyEvent', { event: { organisers: listOf(fullPerson, 1_000, large) }, version }),
    sent('applyEvent', {
      event: { tags: listOf({ nfc_id: word, nfc_type: 'team' }, 3_000, large) },
      version,
    }),
  ]
}

/** Headers that the server reads. */
const ODD_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries({
    origin: ['http://a%cc%a7'.padEnd(12_000, '%cc%a7%cc%96'), `https://${'a.'.repeat(6_000)}`],
    host: [`a${'%cc%a7%cc%96'.repeat(1_000)}`],
    cookie: [
      `session_token${' '.repeat(12_000)}`,
      '; session_token=a'.repeat(700),
      '; '.repeat(6_000),
    ],
    'x-game-protocol': ['9'.repeat(12_000)],
    'x-game-waiting': ['9'.repeat(12_000)],
    'accept-encoding': ['gzip;q=0.1,'.repeat(1_000), ' ,'.repeat(6_000)],
    'user-agent': ['(((; '.repeat(2_000)],
    'x-forwarded-for': ['1.2.3.4, '.repeat(1_300), '['.repeat(12_000)],
  }).flatMap(([header, values]) =>
    values.map((value, index) => [`${header} ${index}`, { [header]: value }]),
  ),
)

/** A call that is slow to read, and what is odd in it. */
interface OddCall {
  readonly what: string
  readonly call: SentCall
  readonly headers?: Readonly<Record<string, string>>
}

/** Just below the maximum size of a call. */
const FORM_BYTES = 32_000
const REQUEST_CODE = {
  name: 'requestCode',
  query: { action: 'login', option: 'code' },
  body: 'id=0912345678',
} as const

/** Calls that are slow to read, by what is odd in them; `version` is the event's. */
export const oddCalls = {
  full: (version: string): readonly OddCall[] =>
    Object.entries(ODD_TEXTS).flatMap(([odd, text]) =>
      fullCalls(text, version).map((call) => ({ what: `${call.name}: ${odd}`, call })),
    ),
  json: (): readonly OddCall[] =>
    Object.entries(ODD_JSON).flatMap(([odd, make]) =>
      CALL_NAMES.flatMap((name) => withJson(name, make)).map((call) => ({
        what: `${call.name}: ${odd}`,
        call,
      })),
    ),
  forms: (): readonly OddCall[] =>
    Object.entries(ODD_FORMS).map(([what, form]) => ({
      what,
      call: { ...REQUEST_CODE, body: form(FORM_BYTES) },
    })),
  guests: (): readonly OddCall[] =>
    Object.entries(ODD_GUESTS).map(([what, people]) => ({ what, call: withGuests(people()) })),
  headers: (): readonly OddCall[] =>
    Object.entries(ODD_HEADERS).map(([what, headers]) => ({ what, call: REQUEST_CODE, headers })),
} as const

/** Texts, events and guests that are slow to read, by what is odd in them. */
export const ODD = { texts: ODD_TEXTS, events: ODD_EVENTS, guests: ODD_GUESTS } as const

/** Throws if the server refused a call for its size: a call that is not read costs nothing. */
export function assertRead({ statusCode }: { readonly statusCode: number }, what: string): void {
  if (statusCode === 413) throw new Error(`too large to be read: ${what}`)
}

/**
 * The processor time of some work (ms), which other load on the machine hardly lengthens. Measures
 * the whole process, because a single thread's time is known only to within 4 ms.
 */
export async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
