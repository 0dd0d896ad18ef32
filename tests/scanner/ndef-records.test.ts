import { describe, expect, test } from 'vitest'
import { targetOfRecords } from '../../src/scanner/ndef-records'
import type { NdefRecord } from '../../src/scanner/web-nfc'
import { absoluteUri, empty, external, media, message, recordsOf, smartPoster, text, unknown, uri } from './ndef'

const HERE = 'https://igra.example.hr'
const HTTPS = 4
const read = (...written: Parameters<typeof message>[0]) => targetOfRecords(recordsOf(message(written)), HERE)
const utf16be = (value: string) => [...Buffer.from(value, 'utf16le').swap16()]
const utf16le = (value: string) => [...Buffer.from(value, 'utf16le')]

const tag = { is: 'tag', nfcId: 'tim-0001' }
const foreign = { is: 'refused', reason: 'foreign' }
const ours = uri(HTTPS, 'igra.example.hr/s/tim-0001')
const theirs = uri(HTTPS, 'zlo.example/s/tim-0001')

test('the bytes that NFC tools write for a URL are read (D1 01 … 55 04 …)', () => {
  const bytes = message([ours])
  expect(bytes.slice(0, 5)).toEqual([0xd1, 0x01, 27, 0x55, 0x04])
  expect(targetOfRecords(recordsOf(bytes), HERE)).toEqual(tag)
})

describe('one record', () => {
  test.each([
    ['a URL without an abbreviated prefix', uri(0, 'https://igra.example.hr/s/tim-0001'), tag],
    ['a URL longer than a short record', uri(HTTPS, `igra.example.hr/s/tim-0001?${'x'.repeat(300)}`), tag],
    ['an absolute URI, which is in the type field', absoluteUri(`${HERE}/s/tim-0001`), tag],
    ['a URL as text', text(`${HERE}/s/tim-0001`), tag],
    ["a tag's id as text", text('tim-0001'), tag],
    ['text with a long language tag', text('tim-0001', { lang: 'hr-HR-x-sajam' }), tag],
    ['text without a language', text('tim-0001', { lang: '' }), tag],
    ['UTF-16 text without a byte order mark, which is big-endian', text(utf16be('tim-0001'), { utf16: true }), tag],
    ['UTF-16 text with a big-endian byte order mark', text([0xfe, 0xff, ...utf16be('tim-0001')], { utf16: true }), tag],
    ['UTF-16 text with a little-endian byte order mark', text([0xff, 0xfe, ...utf16le('tim-0001')], { utf16: true }), tag],
    ['little-endian UTF-16 text without its byte order mark', text(utf16le('tim-0001'), { utf16: true }), tag],
    ['a smart poster', smartPoster(text('Igra'), ours), tag],
    ['a smart poster in a smart poster', smartPoster(smartPoster(ours)), tag],
    ["another site's address", theirs, foreign],
    ["another site's smart poster, whose title is no id", smartPoster(text('tim-0001'), theirs), foreign],
    ['a text that is no id', text('Dobar dan svima'), foreign],
    ['a telephone number', uri(5, '+385911234567'), foreign],
    ['an app', external('android.com:pkg', 'hr.example.igra'), foreign],
    ['a business card', media('text/vcard', 'BEGIN:VCARD'), foreign],
    ['bytes of an unknown kind', unknown, foreign],
    ['an empty record', empty, { is: 'refused', reason: 'empty' }],
    ['an empty text', text(''), { is: 'refused', reason: 'empty' }],
    ['an address of this site without an id', uri(HTTPS, 'igra.example.hr/s/'), { is: 'refused', reason: 'unreadable' }],
  ])('%s', (_what, written, target) => {
    expect(read(written)).toEqual(target)
  })
})

describe('several records', () => {
  test('the first record of this game wins, wherever it is', () => {
    expect(read(theirs, ours, uri(HTTPS, 'igra.example.hr/s/druga'))).toEqual(tag)
    expect(read(external('android.com:pkg', 'hr.example'), ours)).toEqual(tag)
    expect(read(text('Igra'), ours)).toEqual(tag)
  })

  test('a text beside a URL is its title, never an id', () => {
    expect(read(theirs, text('tim-0001'))).toEqual(foreign)
    expect(read(text('tim-0001'), theirs)).toEqual(foreign)
  })

  test('records without one of this game are refused as foreign', () => {
    expect(read(theirs, media('image/png', 'x'))).toEqual(foreign)
  })
})

test('a tag without records is empty', () => {
  expect(targetOfRecords([], HERE)).toEqual({ is: 'refused', reason: 'empty' })
})

test('a smart poster that the browser cannot parse, or that contains itself, is refused', () => {
  const broken: NdefRecord = {
    recordType: 'smart-poster',
    toRecords() {
      throw new DOMException('no message inside', 'NotSupportedError')
    },
  }
  expect(targetOfRecords([broken], HERE)).toEqual(foreign)
  expect(targetOfRecords([{ recordType: 'smart-poster', toRecords: () => null }], HERE)).toEqual(foreign)
  const endless: NdefRecord = { recordType: 'smart-poster', toRecords: () => [endless] }
  expect(targetOfRecords([endless], HERE)).toEqual(foreign)
})

test('bytes that are not text are refused without an error', () => {
  const noise = new DataView(Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x80]).buffer)
  expect(targetOfRecords([{ recordType: 'url', data: noise }], HERE)).toEqual(foreign)
  expect(targetOfRecords([{ recordType: 'text', encoding: 'utf-16', data: noise }], HERE)).toEqual(foreign)
  expect(targetOfRecords([{ recordType: 'url' }], HERE)).toEqual(foreign)
})
