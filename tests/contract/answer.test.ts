import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from '#contract/answer'
import { CALL_NAMES, type CallName, calls } from '#contract/calls'
import * as setup from '#contract/calls/setup'
import { RULE_CODES } from '#contract/codes'
import { OUTPUTS } from '../support/examples'

const server_time = '2026-05-09T12:00:00.000Z'
const okAnswer = (name: CallName): object => ({ status: 'OK', server_time, ...OUTPUTS[name] })
const koAnswer = { status: 'KO', server_time, message: 'Tim je popunjen.', code: 'TEAM_FULL' }

/** A copy with an unknown field in every object, as a newer server may send. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withUnknownFields(inner)])
  return { ...Object.fromEntries(entries), from_a_newer_server: { anything: [1, null] } }
}

type Path = readonly (string | number)[]

/** The path of every value in a response. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...at, key])),
  ]
}

/** Returns a copy with another value at one path, or without that value. */
function changed(value: unknown, [key, ...rest]: Path, to: { value: unknown } | null): unknown {
  if (key === undefined) return to?.value
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...Object(value) }
  const inner: unknown = Reflect.get(copy, key)
  if (rest.length === 0 && to === null) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, changed(inner, rest, to))
  return copy
}

describe('a response of the server', () => {
  test.each(CALL_NAMES)('OK to %s is parsed completely', (name) => {
    expect(parseAnswer(calls[name], okAnswer(name))).toEqual({
      kind: 'ok',
      serverTime: server_time,
      output: OUTPUTS[name],
    })
  })

  const WITH_ANY_KEYS: readonly CallName[] = ['table', 'personData', 'invitePeople']
  test.each(CALL_NAMES.filter((name) => !WITH_ANY_KEYS.includes(name)))(
    'an older app ignores fields in the answer to %s that it does not know, at any depth',
    (name) => {
      const answer = parseAnswer(calls[name], withUnknownFields(okAnswer(name)))
      expect(answer).toEqual({ kind: 'ok', serverTime: server_time, output: OUTPUTS[name] })
    },
  )

  test.each(CALL_NAMES)(
    'OK to %s with a value of the wrong type is unreadable, except in rows that are left out',
    (name) => {
      for (const place of pathsIn(okAnswer(name))) {
        const wrong = { value: Symbol.for('no type of JSON') }
        // The app leaves out unreadable rows of lists, but not of an event, which it would save
        // without them.
        const isOfRows =
          name === 'awardMany' || (calls[name].who === 'organiser' && !(name in setup))
        const isRow = isOfRows && place.some((key) => /^\d+$/.test(String(key)))
        const kind = isRow ? 'ok' : 'unreadable'
        expect(
          parseAnswer(calls[name], changed(okAnswer(name), place, wrong)).kind,
          place.join('.'),
        ).toBe(kind)
      }
    },
  )

  test.each([
    ['a fraction of a point', 'awardPoints', ['award', 'points'], 0.5],
    ['a local time', 'awardPoints', ['award', 'awarded_at'], '9. svibnja 2026.'],
    ['an unknown type of tag', 'scan', ['nfc', 'nfc_type'], 'hologram'],
    ['a negative cooldown', 'checkCooldown', ['cooldowns', '0', 'remaining_seconds'], -1],
    ['no server time', 'listTeams', ['server_time'], undefined],
    ['an invalid server time', 'listTeams', ['server_time'], 'noon'],
    ['a status in lower case', 'listTeams', ['status'], 'ok'],
  ] as const)('%s is unreadable', (_what, name, place, value) => {
    expect(parseAnswer(calls[name], changed(okAnswer(name), place, { value })).kind).toBe(
      'unreadable',
    )
  })

  test.each([
    ['a captive portal’s page', '<!doctype html><title>Prijava na mrežu</title>'],
    ['a cut-off response, which is not JSON', JSON.stringify(okAnswer('listTeams')).slice(0, 40)],
    ['a complete response that is still text', JSON.stringify(okAnswer('listTeams'))],
    ['nothing', undefined],
    ['a list', [okAnswer('listTeams')]],
    ['a portal’s JSON with status OK', { status: 'OK' }],
    ['a refusal without its code', { ...koAnswer, code: undefined }],
    ['a refusal without its message', { ...koAnswer, message: undefined }],
    ['a refusal without the server’s time', { ...koAnswer, server_time: undefined }],
    ['a refusal whose code is no text', { ...koAnswer, code: 7 }],
  ])('%s is unreadable and never counts as success', (_what, body) => {
    for (const name of CALL_NAMES)
      expect(parseAnswer(calls[name], body)).toEqual({ kind: 'unreadable' })
  })

  test('any JSON is parsed without an error, and without the fields of OK none counts as success', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CALL_NAMES), fc.jsonValue(), (name, body) => {
        expect(parseAnswer(calls[name], body).kind).toBe('unreadable')
      }),
    )
  })
})

describe('a refusal', () => {
  test.each(RULE_CODES)('%s is parsed the same way for every call', (code) => {
    for (const name of CALL_NAMES) {
      expect(parseAnswer(calls[name], { ...koAnswer, code })).toEqual({
        kind: 'refused',
        serverTime: server_time,
        ko: { ...koAnswer, code },
      })
    }
  })

  test('a code that an older app does not know is kept as it is', () => {
    expect(parseAnswer(calls.joinTeam, { ...koAnswer, code: 'TEAM_ON_THE_MOON' })).toMatchObject({
      kind: 'refused',
      ko: { code: 'TEAM_ON_THE_MOON', message: 'Tim je popunjen.' },
    })
  })

  test('unknown fields are ignored, known ones are kept', () => {
    const details = {
      fields: { nickname: 'Taj je nadimak zauzet.' },
      retry_seconds: 30,
      cooldowns: [],
    }
    const answer = parseAnswer(calls.register, { ...koAnswer, ...details, moon_phase: 'full' })
    expect(answer).toEqual({
      kind: 'refused',
      serverTime: server_time,
      ko: { ...koAnswer, ...details },
    })
  })

  test.each(['organiserTeam', 'audit', 'find', 'overview'] as const)(
    'rule 18: one row of %s that cannot be read never hides the others',
    (name) => {
      const withBadRow = (value: unknown): unknown =>
        Array.isArray(value) ? [...value, { at: '-029662-01-01T00:00:00.000Z' }] : value
      const lists = Object.fromEntries(
        Object.entries(OUTPUTS[name]).map(([key, value]) => [key, withBadRow(value)]),
      )
      expect(parseAnswer(calls[name], { status: 'OK', server_time, ...lists })).toMatchObject({
        kind: 'ok',
        output: OUTPUTS[name],
      })
    },
  )

  test.each(['awardMany', 'invitePeople'] as const)(
    'rule 18: a result of %s that cannot be read keeps its place',
    (name) => {
      const { results } = OUTPUTS[name]
      const answer = parseAnswer(calls[name], {
        status: 'OK',
        server_time,
        results: [{ status: 'later' }, ...results],
      })
      expect(answer).toMatchObject({
        kind: 'ok',
        output: { results: [{ code: 'INTERNAL' }, ...results] },
      })
    },
  )
})
