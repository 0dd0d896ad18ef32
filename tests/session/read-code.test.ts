import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isExcess, readCode } from '#lib/sms-code'
import { signInText } from '#server/sms/sms'

const HOST = 'localhost:41235'
const USER = 'a1b2c3d4e5f6'
const TOKEN = '987654abcdefghjkmnpqrstvwx'
const sms = signInText(new URL(`http://${HOST}`), 'GeekQuest', USER, TOKEN, '045071')
const read = (typed: string) => readCode(typed, ['192.168.1.7:41235', HOST])
const code = { kind: 'digits', digits: '045071' } as const

describe('fault 82: the field of the SMS code accepts the texts that people paste', () => {
  test.each([
    ['the whole SMS', sms],
    ['the whole SMS in one line', sms.replaceAll('\n', ' ')],
    ['its last line', sms.split('\n').at(-1) ?? ''],
    ['the last line with a port', `@${HOST} #045071`],
    ['the code', '045071'],
    ['the code with spaces', ' 045 071 '],
    ['each digit apart', '0 4 5 0 7 1'],
    ['the code with a dash', '045–071'],
    ['full-width digits', '０４５０７１'],
    ['Arabic digits', '٠٤٥٠٧١'],
    ['invisible marks', '\u202A045\u200B071\u202C'],
    ['a sentence with it', 'Kod: 045071.'],
    ['a sentence in which it has a space', 'Vaš kod je 045 071'],
    ['the code twice', '045071 (045071)'],
    ['a link of another site and the code', `http://drugdje.hr/l/${USER}/${TOKEN} 045071`],
  ])('%s', (_what, typed) => {
    expect(read(typed)).toEqual(code)
  })

  test.each([
    ['a number', '0912345678'],
    ['a number with spaces', '091 234 5678, kod nemam'],
    ['a host and its port', `http://${HOST}/`],
    ['digits inside a word', 'x045071x'],
    ['two codes', '045071 ili 123456'],
    ['a link of another site', `http://drugdje.hr/l/${USER}/${TOKEN}`],
    ['words', 'nemam kod'],
  ])('%s is none', (_what, typed) => {
    expect(read(typed)).toEqual({ kind: 'none' })
  })

  test.each([
    `http://${HOST}/l/${USER}/${TOKEN}`,
    `GeekQuest: HTTP://LOCALHOST:41235//l/${USER}/${TOKEN}\u200B`,
  ])('a sign-in link of this site is recognised: %s', (typed) => {
    expect(read(typed)).toEqual({ kind: 'link', userId: USER, token: TOKEN })
  })

  test('digits after a whole code are ignored, but not an SMS that is pasted behind a refused code', () => {
    expect(['1234567', '123456 78'].map((typed) => isExcess(typed, '123456'))).toEqual([true, true])
    expect(isExcess(`123456${sms}`, '123456')).toBe(false)
    expect(read(`123456${sms}`)).toEqual(code)
  })

  test('digits typed one by one count as the beginning of a code', () => {
    for (const typed of ['', '0', '045', '045 0'])
      expect(read(typed)).toEqual({ kind: 'digits', digits: typed.replace(' ', '') })
  })

  test('any text gives either nothing or six of its digits', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('#', ' ', '-', sms, HOST), fc.stringMatching(/^\d{1,7}$/)),
        ),
        (parts) => {
          const found = read(parts.join(''))
          if (found.kind === 'digits')
            expect(parts.join('').replace(/[ -]/g, '')).toContain(found.digits)
        },
      ),
    )
  })
})
