import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupTagId, parseTypedTagId, TAG_ID_ALPHABET, TAG_ID_LENGTH } from '#rules/tag-id'

const MADE = 'k7m2pq9xv4bthn8w3z'
describe('the id of a printed tag', () => {
  test('has at least 80 bits in letters that are not easily confused', () => {
    expect(TAG_ID_LENGTH * Math.log2(new Set(TAG_ID_ALPHABET).size)).toBeGreaterThanOrEqual(80)
    expect(new Set(TAG_ID_ALPHABET).size).toBe(TAG_ID_ALPHABET.length)
    expect(TAG_ID_ALPHABET).toMatch(/^[^A-Z01loiaeu]+$/)
  })

  test('is printed in groups of three', () => {
    expect(groupTagId(MADE)).toBe('k7m 2pq 9xv 4bt hn8 w3z')
    expect(groupTagId('tim-0001')).toBe('tim-0001')
  })

  test.each([
    'k7m 2pq 9xv 4bt hn8 w3z',
    ' K7M 2PQ 9XV 4BT HN8 W3Z ',
    'k7m-2pq-9xv-4bt-hn8-w3z',
    'K7m–2pq–9xv\u00a04bt—hn8 w3z',
    'k7m2pq9xv4bt\nhn8w3z',
    'ｋ７ｍ２ｐｑ９ｘｖ４ｂｔｈｎ８ｗ３ｚ',
    MADE,
  ])('is recognised however people type it: %j', (typed) => {
    expect(parseTypedTagId(typed)).toBe(MADE)
  })

  test.each([
    '',
    '   ',
    'tim 0001',
    'k7m 2pq',
    'čaj',
    'https://igra.example.hr/s/tim-0001',
    'a'.repeat(65),
    'tim/0001',
  ])('is not parsed from invalid text: %j', (typed) => {
    expect(parseTypedTagId(typed)).toBeNull()
  })

  test('keeps every id that an event file may contain, unless it looks like a printed one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{1,64}$/), (id) => {
        const looksMade =
          id.replaceAll('-', '').length === TAG_ID_LENGTH && !/[01loiaeu_]/i.test(id)
        expect(parseTypedTagId(id)).toBe(looksMade ? id.replaceAll('-', '').toLowerCase() : id)
      }),
    )
  })
})
