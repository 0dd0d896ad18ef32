import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { homeOf, parseReturnPath, pathAfterSignIn } from '../../src/session/paths'
import { userOf } from '../support/entities'

const player = userOf()
const staff = userOf({ vendor_id: 'arkade' })

describe('a return path', () => {
  test.each([
    '/player',
    '/player?team=abc',
    '/vendor',
    '/vendor/oznake',
    '/qr/abc',
    '/t/abc',
    '/s/tim-0001',
  ])('%s is accepted', (path) => {
    expect(parseReturnPath(path)).toBe(path)
  })

  test.each([
    '//evil.example/player',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/player',
    'javascript:alert(1)',
    '/\t/evil.example',
    'player',
    '',
    '/',
    '/auth/login',
    '/uvijeti',
    '/players',
    '/player/../../evil',
    null,
    undefined,
    7,
  ])('%j is rejected', (path) => {
    expect(parseReturnPath(path)).toBeNull()
  })

  test('never leaves the site, whatever the URL contains', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', 'a', 'player', 'https'),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const path = parseReturnPath(text)
        return (
          path === null ||
          new URL(path, 'https://igra.example.hr').origin === 'https://igra.example.hr'
        )
      }),
    )
  })
})

describe('after sign-in', () => {
  test('each role has its own home screen', () => {
    expect(homeOf(player)).toBe('/player')
    expect(homeOf(staff)).toBe('/vendor')
  })

  test.each([
    [player, '/s/tim-0001', '/s/tim-0001'],
    [player, '/qr/abc', '/qr/abc'],
    [player, '/vendor', '/player'],
    [staff, '/player', '/vendor'],
    [staff, '/qr/abc', '/qr/abc'],
    [staff, null, '/vendor'],
    [player, '//evil.example', '/player'],
  ])(
    'a remembered path takes precedence over the home screen if the role may open it (%#)',
    (who, remembered, expected) => {
      expect(pathAfterSignIn(who, remembered)).toBe(expected)
    },
  )
})
