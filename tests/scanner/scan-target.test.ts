import { describe, expect, test } from 'vitest'
import { parseScanned, parseTyped, targetsOf } from '../../src/scanner/scan-target'
import { VECTOR } from '../support/vouchers'

const PUBLIC = 'https://igra.example.hr'
const PAGE = 'http://10.0.0.5:8080'
/** The origin of PUBLIC_URL and that of the page. */
const HERE = [PUBLIC, PAGE]
const foreign = { kind: 'refused', reason: 'foreign' }
const unreadable = { kind: 'refused', reason: 'unreadable' }

const [PICC, CMAC] = ['EF963FF7828658A599F3041510671E88', '94EED9EE65337086']

describe('a URL of this origin is recognised', () => {
  test.each([
    ['/s/tim-0001', { kind: 'tag', nfcId: 'tim-0001' }],
    ['/s/zmaj-7k2p9x4mq8/', { kind: 'tag', nfcId: 'zmaj-7k2p9x4mq8' }],
    ['/s/a%20b%C4%8D', { kind: 'tag', nfcId: 'a bč' }],
    [
      `/s/zmaj?picc=${PICC}&cmac=${CMAC}`,
      { kind: 'tag', nfcId: 'zmaj', proof: { picc: PICC, cmac: CMAC } },
    ],
    [
      `/s/zmaj?picc=${PICC.toLowerCase()}&cmac=${CMAC}`,
      { kind: 'tag', nfcId: 'zmaj', proof: { picc: PICC.toLowerCase(), cmac: CMAC } },
    ],
    [`/s/zmaj?picc=${PICC}`, { kind: 'tag', nfcId: 'zmaj' }],
    [`/s/zmaj?picc=${PICC}0&cmac=${CMAC}`, { kind: 'tag', nfcId: 'zmaj' }],
    [`/qr/vukovi?picc=${PICC}&cmac=${CMAC}`, { kind: 'team', teamId: 'vukovi' }],
    ['/s/tim.v2?utm=letak#dno', { kind: 'tag', nfcId: 'tim.v2' }],
    ['/qr/t1', { kind: 'team', teamId: 't1' }],
    ['/t/t1?i=mk2x7.aZ-_9', { kind: 'invitation', teamId: 't1', token: 'mk2x7.aZ-_9' }],
    ['/l/u1/3k5m7p9r', { kind: 'sign-in-link', userId: 'u1', token: '3k5m7p9r' }],
  ])('%s', (path, target) => {
    expect(parseScanned(`${PUBLIC}${path}`, HERE)).toEqual(target)
    expect(parseScanned(` ${PUBLIC.toUpperCase()}${path}\n`, HERE)).toEqual(target)
  })

  test.each([
    `${PAGE}/s/a1`,
    'https://10.0.0.5:8080/s/a1',
    'http://igra.example.hr/s/a1',
    'http://igra.example.hr:80/s/a1',
    'https://igra.example.hr./s/a1',
    'https://igra.example.hr//s//a1/',
    'HTTPS://IGRA.EXAMPLE.HR/S/a1',
    'https://igra.example.hr/s/a1\u200B',
    '\u2068https://igra.example.hr/s/a1\u2069',
    'https://igra.example.hr/s/a1\0\0',
    'https://igra.example.hr/s/a1%E2%80%8B',
    'https://igra.example.hr/s/a1%00%20',
    'a1a\u200B\0 ',
  ])('in any notation: %j', (text) => {
    expect(parseScanned(text, HERE)).toEqual({
      kind: 'tag',
      nfcId: expect.stringMatching(/^a1a?$/),
    })
  })
})

describe('a text that is not of this game is refused, whatever it looks like', () => {
  test.each([
    'https://igra.example.hr.zlo.example/s/tim-0001',
    'https://zlo.example/s/tim-0001',
    'https://igra.example.hr@zlo.example/s/tim-0001',
    'https://igra.example.hr:lozinka@igra.example.hr/s/tim-0001',
    'https://zlo.example/https://igra.example.hr/s/tim-0001',
    'https://zlo.example\\@igra.example.hr/s/tim-0001',
    'https://іgra.example.hr/s/tim-0001',
    'http://10.0.0.5/s/tim-0001',
    'https://igra.example.hr:8443/s/tim-0001',
    'blob:https://igra.example.hr/s/tim-0001',
    'javascript:location="https://igra.example.hr/s/tim-0001"',
    'JaVaScRiPt:alert(1)//igra.example.hr/s/x',
    'data:text/html,<script>alert(1)</script>',
    'intent://igra.example.hr/s/tim-0001#Intent;scheme=https;end',
    '//igra.example.hr/s/tim-0001',
    '/s/tim-0001',
    'igra.example.hr/s/tim-0001',
    'zlo.example',
    'WIFI:S:Sajam;T:WPA;P:tajna;;',
    'tel:+385911234567',
    'Dobar dan',
    'č'.repeat(5),
    'a'.repeat(65),
    'https://',
  ])('%s', (text) => {
    expect(parseScanned(text, HERE)).toMatchObject(foreign)
  })

  test('and the refusal says which site it leads to', () => {
    expect(parseScanned('https://drugi.example:8443/qr/t1', HERE)).toEqual({
      ...foreign,
      host: 'drugi.example:8443',
    })
  })

  test.each(['', ' ', '\n\t'])('empty text is refused as empty (%j)', (text) => {
    expect(parseScanned(text, HERE)).toEqual({ kind: 'refused', reason: 'empty' })
  })

  test.each([
    '/',
    '/player',
    '/auth/login?redirect=https://zlo.example',
    '/api?action=scan',
    '/sx/1',
  ])('other pages of this origin are refused too: %s', (path) => {
    expect(parseScanned(`${PUBLIC}${path}`, HERE)).toEqual({ kind: 'refused', reason: 'page' })
  })

  test.each([
    '/s/',
    '/qr/',
    '/l/u1',
    '/l/',
    '/s/a/b',
    '/t/t1',
    '/t/t1?i=',
    '/s/%zz',
    '/s/%00',
    '/s/..%2f..%2fplayer',
  ])('a URL with an invalid id is refused as unreadable: %s', (path) => {
    expect(parseScanned(`${PUBLIC}${path}`, HERE)).toEqual(unreadable)
  })

  test('“..” in a path is resolved before the path is judged', () => {
    expect(parseScanned(`${PUBLIC}/s/../l/u1/t1`, HERE)).toEqual({
      kind: 'sign-in-link',
      userId: 'u1',
      token: 't1',
    })
    expect(parseScanned(`${PUBLIC}/s/../player`, HERE)).toEqual({ kind: 'refused', reason: 'page' })
  })
})

test.each(['A1', 'x', '_x1', '-1', '0001', 'tim-0001', 'a'.repeat(64)])(
  'every id that an event may give a tag is recognised without an address: %s',
  (nfcId) => {
    expect(parseScanned(` ${nfcId}\n`, HERE)).toEqual({ kind: 'tag', nfcId })
  },
)

describe('a code that was typed', () => {
  test.each([
    ['k7m 2pq 9xv 4bt hn8 w3z', 'k7m2pq9xv4bthn8w3z'],
    [' K7M – 2PQ 9XV-4BT hn8w3z ', 'k7m2pq9xv4bthn8w3z'],
    // An id chosen by the organiser, whose hyphens and case are kept.
    ['tim-0001', 'tim-0001'],
    ['TIM-0001', 'TIM-0001'],
    [' tim–0001 ', 'tim-0001'],
    ['veliki-zeleni-zmaj', 'veliki-zeleni-zmaj'],
  ])('%s means %s', (typed, nfcId) => {
    expect(parseTyped(typed, HERE)).toEqual({ kind: 'tag', nfcId })
  })

  test('may be a URL of this origin and no other', () => {
    expect(parseTyped(` ${PUBLIC}/qr/T1 `, HERE)).toEqual({ kind: 'team', teamId: 'T1' })
    expect(parseTyped('https://zlo.example/s/tim-0001', HERE)).toMatchObject(foreign)
    expect(parseTyped('javascript:alert(1)', HERE)).toEqual(foreign)
  })

  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['k7m 2pq', 'foreign'],
    ['k7m 2pq 9xv 4bt hn8 w30', 'foreign'],
    ['tim 0001', 'foreign'],
    ['a/b', 'foreign'],
    ['čšž', 'foreign'],
    ['zlo.example', 'foreign'],
  ])('%j is refused', (typed, reason) => {
    expect(parseTyped(typed, HERE)).toEqual({ kind: 'refused', reason })
  })
})

describe('of several codes in one picture', () => {
  const code = (text: string, offMiddle: number) => ({ text, offMiddle })
  const [a1, a2] = [`${PUBLIC}/qr/a1`, `${PUBLIC}/qr/a2`]
  test('fault 73: the code of this game nearest the middle counts, whatever the order of reading', () => {
    const codes = [code(a1, 200), code('https://zlo.example/', 5), code(a2, 90)]
    const found = [
      { kind: 'team', teamId: 'a2' },
      { kind: 'team', teamId: 'a1' },
    ]
    expect(targetsOf(codes, HERE)).toEqual(found)
    expect(targetsOf(codes.toReversed(), HERE)).toEqual(found)
  })
  test('if none is of this game, the refusal is about the one nearest the middle', () => {
    expect(targetsOf([code('https://zlo.example/', 90), code(`${PUBLIC}/qr/`, 5)], HERE)).toEqual(
      unreadable,
    )
    expect(targetsOf([code(`${PUBLIC}/qr/`, 90), code('WIFI:x;;', 5)], HERE)).toEqual(foreign)
    expect(targetsOf([], HERE)).toEqual({ kind: 'refused', reason: 'empty' })
  })
})

describe("a team's copy of an award", () => {
  const voucher = `${VECTOR.payload}.${VECTOR.signature}`
  test('is read from its address', () => {
    expect(parseScanned(`${PUBLIC}/d/${voucher}`, HERE)).toEqual({ kind: 'voucher', voucher })
  })
  test.each([
    [`${PUBLIC}/d/`, 'unreadable'],
    [`${PUBLIC}/d/x.y`, 'unreadable'],
    [`${PUBLIC}/d/${voucher}/x`, 'unreadable'],
    [`https://zlo.example/d/${voucher}`, 'foreign'],
    [`${PUBLIC}/d/${voucher}\nhttps://zlo.example/`, 'foreign'],
  ])('is refused otherwise: %s', (text, reason) => {
    expect(parseScanned(text, HERE)).toMatchObject({ kind: 'refused', reason })
  })
})
