import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagAddress, tagContent } from '../../src/features/tag-writing/tag-writer'

const ORIGIN = 'https://igra.example.hr'
const record = (recordType: string, text: string) => ({
  recordType,
  data: new DataView(new TextEncoder().encode(text).buffer),
})

describe('the content of a tag', () => {
  test('is empty if it has no record or an empty one', () => {
    expect(tagContent([], ORIGIN)).toEqual({ kind: 'blank' })
    expect(tagContent([{ recordType: 'empty' }], ORIGIN)).toEqual({ kind: 'blank' })
  })

  test('is the tag of the written URL, for any id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), (nfcId) => {
        fc.pre(nfcId !== '.' && nfcId !== '..')
        expect(tagContent([record('url', tagAddress(nfcId, ORIGIN))], ORIGIN)).toEqual({
          kind: 'own',
          nfcId,
        })
      }),
    )
  })

  test.each([
    'https://other.example.hr/s/tim-0001',
    'http://igra.example.hr/s/tim-0001',
    'https://igra.example.hr/qr/tim-0001',
    'https://igra.example.hr/s/',
    'https://igra.example.hr/s/a/b',
    'https://igra.example.hr/s/tim-0001?x=1',
    'https://igra.example.hr/s/tim-0001 ',
    'https://igra.example.hr/s/%E0%A4%A',
    'tim-0001',
    '',
  ])('is foreign if it is not exactly a tag URL of this origin: %j', (text) => {
    expect(tagContent([record('url', text)], ORIGIN)).toEqual({ kind: 'foreign', text })
  })

  test('is foreign if it has several records or a record of another type', () => {
    const own = record('url', `${ORIGIN}/s/tim-0001`)
    expect(tagContent([own, own], ORIGIN).kind).toBe('foreign')
    expect(tagContent([record('text', `${ORIGIN}/s/tim-0001`)], ORIGIN).kind).toBe('foreign')
    expect(tagContent([record('mime', 'secret')], ORIGIN)).toEqual({ kind: 'foreign', text: '' })
    expect(
      tagContent([record('url', `https://example.org/${'x'.repeat(200)}`)], ORIGIN),
    ).toMatchObject({
      text: expect.stringMatching(/^.{80}$/),
    })
  })
})
