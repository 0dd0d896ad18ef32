import { describe, expect, test } from 'vitest'
import { targetOfRecords } from '../../src/scanner/nfc-reader'
import type { NdefRecord } from '../../src/scanner/web-nfc'

const HERE = 'https://igra.example.hr'
const read = (...records: NdefRecord[]) => targetOfRecords(records, [HERE])

// Records as a browser passes them on, by "Parsing content" in the Web NFC specification.
const view = (bytes: Iterable<number>) => new DataView(Uint8Array.from(bytes).buffer)
const url = (address: string): NdefRecord => ({
  recordType: 'url',
  data: view(Buffer.from(address)),
})
const text = (value: string): NdefRecord => ({
  recordType: 'text',
  encoding: 'utf-8',
  data: view(Buffer.from(value)),
})
const utf16 = (...bytes: number[]): NdefRecord => ({
  recordType: 'text',
  encoding: 'utf-16',
  data: view(bytes),
})
const smartPoster = (...inner: NdefRecord[]): NdefRecord => ({
  recordType: 'smart-poster',
  toRecords: () => inner,
})
const other = (recordType: string): NdefRecord => ({ recordType, data: view([1, 2, 3]) })
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
const utf16le = (value: string) => Buffer.from(value, 'utf16le')

const tag = { kind: 'tag', nfcId: 'tim-0001' }
const foreign = { kind: 'refused', reason: 'foreign' }
const ours = url(`${HERE}/s/tim-0001`)
const theirs = url('https://zlo.example/s/tim-0001')

describe('one record', () => {
  test.each([
    ['a URL', ours, tag],
    ['an absolute URL', { ...ours, recordType: 'absolute-url' }, tag],
    ['a URL as text', text(`${HERE}/s/tim-0001`), tag],
    ["a tag's id as text", text('tim-0001'), tag],
    [
      'UTF-16 text without a byte order mark, which is big-endian',
      utf16(...utf16be('tim-0001')),
      tag,
    ],
    [
      'UTF-16 text with a big-endian byte order mark',
      utf16(0xfe, 0xff, ...utf16be('tim-0001')),
      tag,
    ],
    [
      'UTF-16 text with a little-endian byte order mark',
      utf16(0xff, 0xfe, ...utf16le('tim-0001')),
      tag,
    ],
    ['little-endian UTF-16 text without its byte order mark', utf16(...utf16le('tim-0001')), tag],
    ['a smart poster', smartPoster(text('Igra'), ours), tag],
    ['a smart poster in a smart poster', smartPoster(smartPoster(ours)), tag],
    ["another site's address", theirs, foreign],
    [
      "another site's smart poster, whose title is no id",
      smartPoster(text('tim-0001'), theirs),
      foreign,
    ],
    ['a text that is no id', text('Dobar dan svima'), foreign],
    ['a telephone number', url('tel:+385911234567'), foreign],
    ['an app', other('android.com:pkg'), foreign],
    ['a business card', other('mime'), foreign],
    ['bytes of an unknown kind', other('unknown'), foreign],
    ['an empty record', { recordType: 'empty', data: null }, { kind: 'refused', reason: 'empty' }],
    ['an empty text', text(''), { kind: 'refused', reason: 'empty' }],
    [
      'an address of this site without an id',
      url(`${HERE}/s/`),
      { kind: 'refused', reason: 'unreadable' },
    ],
  ])('%s', (_what, written, target) => {
    expect(read(written)).toMatchObject(target)
  })
})

describe('several records', () => {
  test('the first record of this game counts, at whatever position', () => {
    expect(read(theirs, ours, url(`${HERE}/s/druga`))).toEqual(tag)
    expect(read(other('android.com:pkg'), ours)).toEqual(tag)
    expect(read(text('Igra'), ours)).toEqual(tag)
  })

  test('a text beside a URL is its title, never an id', () => {
    expect(read(theirs, text('tim-0001'))).toMatchObject(foreign)
    expect(read(text('tim-0001'), theirs)).toMatchObject(foreign)
  })

  test('records without one of this game are refused as foreign', () => {
    expect(read(theirs, other('mime'))).toMatchObject(foreign)
  })
})

test('a tag without records is empty', () => {
  expect(read()).toEqual({ kind: 'refused', reason: 'empty' })
})

test('a smart poster that the browser cannot parse, or that contains itself, is refused', () => {
  const broken: NdefRecord = {
    recordType: 'smart-poster',
    toRecords() {
      throw new DOMException('no message inside', 'NotSupportedError')
    },
  }
  expect(read(broken)).toMatchObject(foreign)
  expect(read({ recordType: 'smart-poster', toRecords: () => null })).toMatchObject(foreign)
  const endless: NdefRecord = { recordType: 'smart-poster', toRecords: () => [endless] }
  expect(read(endless)).toMatchObject(foreign)
})

test('bytes that are not text are refused without an error', () => {
  const noise = [0xff, 0xfe, 0x00, 0xd8, 0x80]
  expect(read({ recordType: 'url', data: view(noise) })).toMatchObject(foreign)
  expect(read(utf16(...noise))).toMatchObject(foreign)
  expect(read({ recordType: 'url' })).toMatchObject(foreign)
})
