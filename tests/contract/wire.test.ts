import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CALL_NAMES, calls, definitionOf, findCall, jsonFields } from '#contract/calls'
import { signInId } from '#contract/fields'
import { email } from '#contract/form-fields'
import { TYPED_NAME_MAX } from '#contract/organiser-entities'
import { typedName } from '#contract/organiser-fields'
import { encodeCall } from '#contract/wire'
import { plainPath } from '#lib/address'
import { INPUTS } from '../support/examples'

/** Decodes a call as a server does: all fields are strings, objects and lists as JSON text. */
function readOffTheWire(encoded: ReturnType<typeof encodeCall>) {
  const search = new URLSearchParams(encoded.query)
  const body = new URLSearchParams(new URLSearchParams(encoded.body).toString())
  const fields: Record<string, unknown> = Object.fromEntries(body)
  for (const name of ['nfc_id', 'nfc_type']) if (search.has(name)) fields[name] = search.get(name)
  const found = findCall(
    search.get('action') ?? undefined,
    search.get('option') ?? undefined,
    fields,
  )
  if (found !== null)
    for (const name of jsonFields(found)) fields[name] = JSON.parse(String(fields[name]))
  return { found, fields }
}

describe('an encoded call', () => {
  test.each(CALL_NAMES)('%s is decoded as the same call with the same input', (name) => {
    fc.assert(
      fc.property(INPUTS[name], (input) => {
        const { found, fields } = readOffTheWire(encodeCall(calls[name], input))
        expect(found).toBe(name)
        expect(v.parse(definitionOf(name).input, fields)).toEqual(
          v.parse(definitionOf(name).input, input),
        )
      }),
    )
  })

  test('has tag ids in the query string and everything else in the body', () => {
    expect(encodeCall(calls.scan, { nfc_id: 'zmaj', nfc_type: 'bonus', queued_ms: 5 })).toEqual({
      query: [
        ['action', 'scan'],
        ['nfc_id', 'zmaj'],
        ['nfc_type', 'bonus'],
      ],
      body: [['queued_ms', '5']],
    })
  })

  test.each([
    ['currentUser', {}],
    ['signIn', { id: 'ana', mtp: '123456' }],
    ['signIn', { id: 'ana' }],
    ['signIn', { mtp: '123456' }],
    ['signOut', { id: 'ana', mtp: 'logout' }],
  ] as const)('action=login is %s with the fields %o', (name, fields) => {
    expect(findCall('login', undefined, fields)).toBe(name)
  })

  test.each([
    ['no action', undefined, undefined],
    ['an unknown option', 'team', 'explode'],
    ['an action that needs an option', 'team', undefined],
    ['an option for an action without options', 'scan', 'list'],
    ['a property name of every object', 'constructor', undefined],
  ])('%s is not a call', (_what, action, option) => {
    expect(findCall(action, option, {})).toBeNull()
  })

  test('calls with the same address can be distinguished by their fields', () => {
    const addresses = new Map<string, number>()
    for (const name of CALL_NAMES) {
      const { action, option, when } = definitionOf(name)
      if (when === undefined)
        addresses.set(`${action} ${option}`, (addresses.get(`${action} ${option}`) ?? 0) + 1)
    }
    expect([...addresses.values()].every((count) => count === 1)).toBe(true)
  })
})

test('fault 82: a pasted link to an e-mail is that e-mail, at registration and at sign-in', () => {
  const pasted = '\u200BMailto:ana@example.hr '
  for (const field of [email, signInId]) expect(v.parse(field, pasted)).toBe('ana@example.hr')
})

test.each([
  ['/QR/T1', '/qr/T1'],
  ['//S//a1/', '/s/a1'],
  ['/s/a%20b%C4%8D', '/s/a%20b%C4%8D'],
  ['/s/a1%E2%80%8B', '/s/a1'],
  ['/qr/T1%00%20', '/qr/T1'],
  ['/qr/%E0%A4%A', '/'],
  ['/s/%00', '/'],
  ['/Player/Tim', '/player/tim'],
  ['/', '/'],
  ['/D/eyJ.aBc', '/d/eyJ.aBc'],
  ['/nesto/%E0%A4%A', '/nesto/%e0%a4%a'],
])('fault 82: the path %s is read as %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})

test('a name of the game can be typed to confirm a reset, however long a host made it', () => {
  for (const name of ['X', 'Kviz & "Čvor" <1>', 'Igra 🎲', 'a'.repeat(TYPED_NAME_MAX)])
    expect(v.safeParse(typedName, name).success).toBe(true)
  expect(v.safeParse(typedName, 'a'.repeat(TYPED_NAME_MAX + 1)).success).toBe(false)
})
