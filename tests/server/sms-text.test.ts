import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consoleSms, fileSms, openSms } from '#server/sms/providers'
import { signInText } from '#server/sms/sms'
import { createClock } from '../support/clock'
import { ownFolder } from '../support/folder'

/** The basic GSM 03.38 alphabet, without the extension characters, which count as two. */
const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TOKEN = '0123456789abcdefghjkmnpqrs'

function text(productName: string, publicUrl = 'https://igra.example.hr'): string {
  return signInText(new URL(publicUrl), productName, 'a1b2c3d4e5f6', TOKEN, '012345')
}

describe('the sign-in SMS', () => {
  test('contains the link and the code', () => {
    expect(text('GeekQuest')).toContain(`https://igra.example.hr/l/a1b2c3d4e5f6/${TOKEN}`)
    expect(text('GeekQuest')).toContain('Kod: 012345')
  })

  test.each([
    ['https://igra.example.hr', '@igra.example.hr #012345'],
    ['https://igra.example.hr:8443', '@igra.example.hr #012345'],
    ['http://localhost:8080', '@localhost #012345'],
  ])('for %s ends with the line %s, so that the phone offers to fill the code in', (publicUrl, line) => {
    expect(text('GeekQuest', publicUrl).split('\n').at(-1)).toBe(line)
  })

  test('fits into one SMS if the URL is short', () => {
    expect(text('GeekQuest', 'https://igra.hr').length).toBeLessThanOrEqual(160)
  })

  test('keeps the letters of the product’s name that GSM-7 has', () => {
    expect(text('Đačka Žurka Šibenik 2026!')).toMatch(/^Dacka Zurka Sibenik 2026! prijava: /)
  })

  test('contains only GSM-7 letters, whatever the product’s name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (productName) => {
        expect([...text(productName)].filter((letter) => !GSM_7.has(letter))).toEqual([])
      }),
    )
  })
})

describe('SMS are sent', () => {
  const folder = ownFolder()

  test('to a file as one JSON line each, in a folder that is created if it is missing', async () => {
    const path = folder('deeper/outbox.jsonl')
    const clock = createClock()
    const sender = fileSms(path, clock.now)
    await sender.send({ id: 'a', to: '+385912345678', text: 'prva\nporuka' })
    await sender.send({ id: 'b', to: '+385912345678', text: 'druga' })
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const at = new Date(clock.now()).toISOString()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { to: '+385912345678', text: 'prva\nporuka', at },
      { to: '+385912345678', text: 'druga', at },
    ])
  })

  test('to a file, unless it cannot be written: then the server does not start', () => {
    writeFileSync(folder('file'), '')
    const path = folder('file/sms.jsonl')
    expect(() => openSms({ via: 'file', path }, Date.now)).toThrow(`SMS_URL names a file that cannot be written: ${path}.`)
  })

  test('to the terminal with the number and every line', async () => {
    const written: string[] = []
    await consoleSms((line) => void written.push(line)).send({ id: 'a', to: '+385912345678', text: 'prva\ndruga' })
    expect(written.join('')).toMatch(/\+385912345678\n {2}prva\n {2}druga\n/)
  })
})
