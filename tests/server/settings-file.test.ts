import { describe, expect, test } from 'vitest'
import { parseSettingsFile } from '#server/settings-file'

const parse = (...lines: string[]) =>
  Object.fromEntries(parseSettingsFile(lines.join('\n'), '/etc/geekquest/env'))

describe('the file of settings', () => {
  test.each([
    ['A=b', 'b'],
    ['  A=b\r', 'b'],
    ['A=', ''],
    ['A= b c ', 'b c'],
    ['A="b c"', 'b c'],
    ['A="b\'c"', "b'c"],
    ['A=\'b "c" \\ d\'', 'b "c" \\ d'],
    ['A=$b$(c)`d`', '$b$(c)`d`'],
    ['A="$b"', '$b'],
    ['A=b#c', 'b#c'],
    ['A="b # c"', 'b # c'],
    ['A=b=c?d', 'b=c?d'],
  ])('has only one meaning: %j', (line, value) => {
    expect(parse(line)).toEqual({ A: value })
  })

  test('has comments and empty lines, and may begin with a byte order mark', () => {
    expect(parse('\uFEFF# comment', '', 'A=b', '  # A=c')).toEqual({ A: 'b' })
  })

  test.each([
    ['export A=b', 'leave out "export"'],
    ['A = b', 'write NAME=value, without a space before the ='],
    ['A', 'write NAME=value, without a space before the ='],
    ['; comment', 'write NAME=value, without a space before the ='],
    [
      'A=b # comment',
      'put a comment on a line of its own, and a value with # between quotation marks',
    ],
    ['A="b" # comment', 'nothing may follow the closing quotation mark'],
    ['A="b', 'the quotation mark is not closed'],
    ['A="b\\nc"', 'put a value with a backslash between single quotation marks'],
    [
      'A=b\\',
      'put a value with backslashes or double quotation marks between single quotation marks, and one with single quotation marks between double ones',
    ],
    [
      'A=b"c"',
      'put a value with backslashes or double quotation marks between single quotation marks, and one with single quotation marks between double ones',
    ],
    [
      'NODE_OPTIONS=--inspect',
      'Node reads NODE_OPTIONS before this file: set it with "systemctl edit"',
    ],
    ['FIRST=b', 'FIRST is set twice'],
  ])('is refused with the line’s number but without its text: %j', (line, why) => {
    expect(() => parse('FIRST=a', '', line)).toThrow(`/etc/geekquest/env, line 3: ${why}.`)
  })
})
