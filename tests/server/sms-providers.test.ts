import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/env'
import type { RetryPolicy } from '#server/sms/http-sms'
import { infobipSms } from '#server/sms/infobip'
import { consoleSms, fileSms, openSms } from '#server/sms/providers'
import { type SmsFailure, SmsNotSent, type SmsSender, signInText } from '#server/sms/sms'
import { templateSms } from '#server/sms/template'
import { createClock } from '../support/clock'
import { ownFolder } from '../support/folder'
import {
  type FakeProvider,
  INFOBIP,
  type ProviderReply,
  startFakeProvider,
} from '../support/sms-provider'

const SMS = {
  id: 'a1b2',
  to: '+385911234567',
  text: 'Kod: 123456\n"navodnici" & <znak>\n@igra.example.hr #123456',
}
const QUICK: RetryPolicy = { attemptMs: 300, totalMs: 1_500, pausesMs: [1, 1] }

let provider: FakeProvider
beforeAll(async () => {
  provider = await startFakeProvider()
})
afterEach(() => {
  provider.requests.length = 0
  provider.answers = [INFOBIP.accepted]
})
afterAll(() => provider.close())

const bodyOf = (index: number) => JSON.parse(provider.requests[index]?.body ?? '')
const errorOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => null,
    (reason: unknown) => reason,
  )
const failureOf = (error: unknown) =>
  error === null ? 'sent' : error instanceof SmsNotSent ? error.failure : 'another error'

describe('SMS through Infobip', () => {
  const account = { key: 'tajni-kljuc', sender: 'GeekQuest' }
  const sender = (): SmsSender => infobipSms({ ...account, base: provider.base }, QUICK)

  test('are posted as its API, version 3, documents, under our own id', async () => {
    await sender().send(SMS)
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      path: '/sms/3/messages',
      headers: {
        authorization: 'App tajni-kljuc',
        'content-type': 'application/json',
        accept: 'application/json',
      },
    })
    const destinations = [{ to: '385911234567', messageId: 'a1b2' }]
    expect(bodyOf(0)).toEqual({
      messages: [{ sender: 'GeekQuest', destinations, content: { text: SMS.text } }],
    })
  })

  test.each<[string, ProviderReply[], SmsFailure | 'sent', number?]>([
    ['a number that it refuses', [INFOBIP.badNumber], 'refused'],
    ['a request that it finds invalid', [INFOBIP.invalid], 'refused'],
    ['no credit', [INFOBIP.noCredit], 'account refused'],
    ['a wrong key', [INFOBIP.unauthorized], 'account refused'],
    [
      'a redirect, which would carry the key',
      [{ status: 302, json: {}, headers: { location: '/else' } }],
      'account refused',
    ],
    ['a wait that is too long', [INFOBIP.busyForLong], 'try later'],
    ['its internal error', [INFOBIP.broken], 'unknown'],
    [
      'an answer that is not Infobip’s',
      [{ status: 200, json: { portal: 'Sign in to the Wi-Fi' } }],
      'unknown',
    ],
    ['no answer in time', ['silence'], 'unknown'],
    ['a connection that breaks after the request', ['hang up'], 'unknown'],
    ['two requests to wait shortly', [INFOBIP.busy, INFOBIP.busy, INFOBIP.accepted], 'sent', 3],
    ['repeated requests to wait shortly', [INFOBIP.busy], 'try later', 3],
  ])(
    'after %s end with this outcome, all tries have one id, and no error has number, text or key',
    async (_what, replies, failure, tries = 1) => {
      provider.answers = replies
      const error = await errorOf(sender().send(SMS))
      expect(failureOf(error)).toBe(failure)
      expect(String(error)).not.toMatch(/385911234567|123456|tajni/)
      const ids = provider.requests.map(
        ({ body }) => JSON.parse(body).messages[0].destinations[0].messageId,
      )
      expect(ids).toEqual(Array(tries).fill('a1b2'))
    },
  )

  test('fault 91: its reason for a refusal is passed on in its words, without number, code or link', async () => {
    const said = `Sender "GeekQuest" is not registered; +385 91 123 4567, ref 123456, https://igra.example.hr/l/a/b`
    provider.answers = [
      { status: 400, json: { errorCode: 'E400', requestError: { text: said, ids: [7] } } },
    ]
    const error = await errorOf(sender().send(SMS))
    expect(error).toMatchObject({
      why: 'HTTP 400: E400 · Sender "GeekQuest" is not registered; …, ref …, …',
    })
  })

  test('are tried again if nobody listens, because nothing was sent', async () => {
    const gone = await startFakeProvider()
    await gone.close()
    const begun = performance.now()
    const sending = infobipSms(
      { ...account, base: gone.base },
      { ...QUICK, pausesMs: [50, 50] },
    ).send(SMS)
    expect(failureOf(await errorOf(sending))).toBe('not reached')
    expect(performance.now() - begun).toBeGreaterThan(95)
  })
})

describe('SMS through a template', () => {
  const folder = ownFolder()
  const path = folder('sms.json')
  const whole = { to: '{to}', text: '{text}' }

  /** Opens a template whose address is the provider's. */
  function open(template: Record<string, unknown>): SmsSender {
    writeFileSync(path, JSON.stringify(template).replaceAll('PROVIDER', provider.base.origin))
    return templateSms(path, QUICK)
  }

  test('fill a JSON body so that it stays JSON', async () => {
    const body = { to: '{to}', from: 'Igra', message: { text: 'Igra: {text}', ref: '{id}' } }
    await open({ url: 'PROVIDER/send', headers: { Authorization: 'Bearer tajna' }, body }).send(SMS)
    const headers = { authorization: 'Bearer tajna', 'content-type': 'application/json' }
    expect(provider.requests[0]).toMatchObject({ method: 'POST', path: '/send', headers })
    expect(bodyOf(0)).toEqual({
      to: SMS.to,
      from: 'Igra',
      message: { text: `Igra: ${SMS.text}`, ref: SMS.id },
    })
  })

  test('fill in a JSON text, a form, XML and an address', async () => {
    await open({ url: 'PROVIDER/', body: '{"m":"{text}","to":"{to}"}' }).send(SMS)
    expect(bodyOf(0)).toEqual({ m: SMS.text, to: SMS.to })

    await open({ url: 'PROVIDER/', body: 'to={to_digits}&text={text}&ref={id}' }).send(SMS)
    expect(provider.requests[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    const form = Object.fromEntries(new URLSearchParams(provider.requests[1]?.body))
    expect(form).toEqual({ to: '385911234567', text: SMS.text, ref: SMS.id })

    const headers = { 'Content-Type': 'application/xml' }
    await open({ url: 'PROVIDER/', headers, body: '<sms to="{to}">{text}</sms>' }).send(SMS)
    expect(provider.requests[2]?.body).toContain('&#34;navodnici&#34; &#38; &#60;znak&#62;')

    await open({ url: 'PROVIDER/?to={to}&text={text}', method: 'GET' }).send(SMS)
    const query = new URL(provider.requests[3]?.path ?? '', provider.base).searchParams
    expect([query.get('to'), query.get('text')]).toEqual([SMS.to, SMS.text])

    // A text that looks like a placeholder stays as it is.
    await open({ url: 'PROVIDER/', body: whole }).send({ ...SMS, text: '{to} $& {id}' })
    expect(bodyOf(4).text).toBe('{to} $& {id}')
  })

  const later = { status: 503, json: {}, headers: { 'retry-after': '0' } }
  test.each<[string, ProviderReply[], SmsFailure | 'sent', number?]>([
    ['202', [{ status: 202, json: {} }], 'sent'],
    ['400', [{ status: 400, json: {} }], 'refused'],
    ['401', [{ status: 401, json: {} }], 'account refused'],
    ['500', [{ status: 500, json: {} }], 'unknown'],
    ['503 without a time', [{ status: 503, json: {} }], 'unknown'],
    ['503 that says when', [later, INFOBIP.accepted], 'sent', 2],
  ])(
    'count as sent only with a status from 200 to 299: %s',
    async (_what, replies, failure, tries = 1) => {
      provider.answers = replies
      expect(failureOf(await errorOf(open({ url: 'PROVIDER/', body: whole }).send(SMS)))).toBe(
        failure,
      )
      expect(provider.requests).toHaveLength(tries)
    },
  )

  test.each<[string, unknown, SmsFailure | 'sent']>([
    ['says yes', { status: 'QUEUED' }, 'sent'],
    ['says no', { status: 'QUEUED', error: 'ERR 12: invalid number +385911234567' }, 'refused'],
    ['says neither', { portal: 'Sign in to the Wi-Fi' }, 'refused'],
  ])(
    'fault 81: count as sent by words of the answer if the template names such words: %s',
    async (_what, json, failure) => {
      provider.answers = [{ status: 200, json }]
      const error = await errorOf(
        open({ url: 'PROVIDER/', body: whole, success: '"QUEUED"', failure: 'ERR ' }).send(SMS),
      )
      expect(failureOf(error)).toBe(failure)
      expect(String(error)).not.toContain('38591')
      expect(provider.requests).toHaveLength(1)
    },
  )

  test.each<[Record<string, unknown>, RegExp]>([
    [
      { url: 'http://sms.example.hr/', body: whole },
      /must be an https address; http only on this machine/,
    ],
    [{ url: 'PROVIDER/', body: { to: '{to}' } }, /has \{text\}/],
    [{ url: 'PROVIDER/', body: { text: '{text}' } }, /has \{to\}/],
    [
      { url: 'PROVIDER/', body: '{"to": {to}, "text": {text}}' },
      /not JSON once the placeholders are filled in/,
    ],
    [
      { url: 'PROVIDER/', headers: { 'x-text': '{text}' }, body: whole },
      /a header cannot hold \{text\}/,
    ],
    [{ url: 'PROVIDER/?{to}{text}', method: 'GET', body: whole }, /a GET cannot have a "body"/],
    [{ url: 'PROVIDER/', body: whole, success: '' }, /must be \{"url", .*"success", "failure"\}/],
    [
      { adress: 'PROVIDER/' },
      /must be \{"url", "method", "headers", "body", "success", "failure"\}/,
    ],
  ])('prevent the start if the template cannot work: %j', (template, sentence) => {
    expect(() => open(template)).toThrow(sentence)
  })

  test('prevent the start without quoting a template that is not JSON', () => {
    writeFileSync(path, 'tajni-kljuc')
    expect(() => templateSms(path)).toThrow(`SMS_URL names a template that is not JSON: ${path}.`)
    expect(() => templateSms(folder('none'))).toThrow(/names a template that cannot be read/)
  })
})

describe('SMS_URL', () => {
  test('can name an account at Infobip, reached by https, or by http on this machine', () => {
    const route = readEnv({
      SMS_URL: 'infobip://tajni%2Bkljuc@xyz.api.infobip.com?sender=GeekQuest',
    }).sms
    const account = { key: 'tajni+kljuc', sender: 'GeekQuest' }
    expect(route).toEqual({
      kind: 'infobip',
      base: new URL('https://xyz.api.infobip.com'),
      ...account,
    })
    const local = readEnv({ SMS_URL: 'infobip://k@127.0.0.1:4010?sender=Igra' }).sms
    expect(local).toMatchObject({ base: new URL('http://127.0.0.1:4010') })
    expect(readEnv({ SMS_URL: 'http+template:/etc/sms.json' }).sms).toEqual({
      kind: 'template',
      path: '/etc/sms.json',
    })
  })

  test.each([
    'infobip:tajni-kljuc',
    'infobip://tajni%zzkljuc@xyz.api.infobip.com?sender=Igra',
    'infobip://xyz.api.infobip.com?sender=Igra',
    'infobip://tajni-kljuc@xyz.api.infobip.com',
    'infobip://tajni-kljuc@xyz.api.infobip.com?sender=PredugoImePosiljatelja',
    'infobip://tajni-kljuc@xyz.api.infobip.com/sms?sender=Igra',
    'http+template:',
  ])('is refused in one sentence that does not quote it: %s', (SMS_URL) => {
    expect(() => readEnv({ SMS_URL })).toThrow(/^SMS_URL (?!.*tajni)/)
  })
})

/** The basic GSM 03.38 alphabet, without the extension characters, which count as two. */
const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TOKEN = '0123456789abcdefghjkmnpqrs'

function text(productName: string, publicUrl = 'https://igra.example.hr'): string {
  return signInText(new URL(publicUrl), productName, 'a1b2c3d4e5f6', TOKEN, '012345')
}

describe('the sign-in SMS', () => {
  test('has link and code, and ends with a line that lets the phone offer to fill in the code', () => {
    const publicUrl = 'https://igra.example.hr:8443'
    const whole = text('GeekQuest', publicUrl)
    for (const part of [`${publicUrl}/l/a1b2c3d4e5f6/${TOKEN}`, 'Kod: 012345'])
      expect(whole).toContain(part)
    expect(whole.split('\n').at(-1)).toBe('@igra.example.hr #012345')
  })

  test('fits into one SMS if the URL is short, and keeps letters of the product’s name that GSM-7 has', () => {
    expect(text('GeekQuest', 'https://igra.hr').length).toBeLessThanOrEqual(160)
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
    const sent = { to: '+385912345678', at: new Date(clock.now()).toISOString() }
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      ['prva\nporuka', 'druga'].map((text) => ({ ...sent, text })),
    )
  })

  test('to a file, unless it cannot be written: then the server does not start', () => {
    writeFileSync(folder('file'), '')
    const path = folder('file/sms.jsonl')
    expect(() => openSms({ kind: 'file', path }, Date.now, () => true)).toThrow(
      `SMS_URL names a file that cannot be written: ${path}.`,
    )
  })

  test('to the terminal with the number and every line', async () => {
    const written: string[] = []
    await consoleSms((line) => written.push(line) > 0).send({
      id: 'a',
      to: '+385912345678',
      text: 'prva\ndruga',
    })
    expect(written.join('')).toMatch(/\+385912345678\n {2}prva\n {2}druga\n/)
  })
})
