import { expect, test } from 'vitest'
import { csvText } from '#server/event/csv'

test('a table is written according to RFC 4180', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['1,5', 'say "da"'],
      ['two\nlines', ''],
      ['č', ' x '],
    ]),
  ).toBe('a,b\r\n"1,5","say ""da"""\r\n"two\nlines",\r\nč, x \r\n')
})
