import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isPublic, readEnv } from '#server/env'
import { assertContact } from '#server/http/web-app'
import { ownFolder } from '../support/folder'

describe('the settings of a server', () => {
  const build = ownFolder()

  test('have defaults that work on one machine', () => {
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: new URL('http://localhost:8080'),
      database: { engine: 'sqlite', file: resolve('data/game.db') },
      sms: { via: 'console' },
      smsCountries: new Set(['HR', 'SI', 'BA', 'RS', 'ME', 'MK', 'AT', 'DE', 'IT', 'HU']),
      smsBudget: 20_000,
      smsBudgetDay: 10_000,
      trustedProxies: [],
      drainSeconds: 0,
      tagKeys: expect.any(Function),
      metricsToken: null,
      productName: 'GeekQuest',
      companyName: 'GeekClub',
    })
  })

  test('are read if set, and an empty one counts as unset', () => {
    const env = readEnv({
      HOST: '0.0.0.0',
      PORT: '0',
      PUBLIC_URL: 'https://igra.example.hr/',
      DATABASE_URL: 'postgres://igra@db/igra',
      SMS_URL: 'file:/var/lib/igra/sms.jsonl',
      SMS_COUNTRIES: 'hr, FR',
      TRUSTED_PROXIES: '172.30.7.2, 10.0.0.0/8',
      PRODUCT_NAME: '  ',
    })
    expect(env).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      database: { engine: 'postgres', url: 'postgres://igra@db/igra' },
      sms: { via: 'file', path: '/var/lib/igra/sms.jsonl' },
      smsCountries: new Set(['HR', 'FR']),
      trustedProxies: ['172.30.7.2', '10.0.0.0/8'],
      productName: 'GeekQuest',
      companyName: 'GeekClub',
    })
    expect(env.publicUrl.origin).toBe('https://igra.example.hr')
  })

  test.each([
    [{ PORT: 'osamdeset' }, /^PORT must be a whole number from 0 to 65535, not "osamdeset"\.$/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ PORT: '-1' }, /^PORT must be/],
    [{ PUBLIC_URL: 'igra.example.hr' }, /^PUBLIC_URL must be an http or https address without a path/],
    [{ PUBLIC_URL: 'ftp://igra.example.hr' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://igra.example.hr/app' }, /^PUBLIC_URL must be/],
    [{ DATABASE_URL: 'mysql://db/igra' }, /^DATABASE_URL must start with sqlite: or postgres:/],
    [{ DATABASE_URL: 'sqlite:' }, /^DATABASE_URL names no file/],
    [{ SMS_URL: 'carrier-pigeon:' }, /^SMS_URL must be console:, file: with a path/],
    [{ SMS_URL: 'file:' }, /^SMS_URL must be/],
    [{ SMS_COUNTRIES: 'HR,Kuba' }, /^SMS_COUNTRIES must be two-letter country codes .*, not "HR,Kuba"\.$/],
    [{ SMS_COUNTRIES: ',' }, /^SMS_COUNTRIES must be/],
    [{ DRAIN_SECONDS: '3600' }, /^DRAIN_SECONDS must be a whole number from 0 to 60, not "3600"\.$/],
    [{ TRUSTED_PROXIES: 'caddy' }, /^TRUSTED_PROXIES must be addresses or networks .*, not "caddy"\.$/],
    [{ PORT: 'osamdeset', PUBLIC_URL: '' }, /^PORT must be/],
  ])('%j prevents the start with one clear sentence', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(sentence)
  })

  test.each([
    [{ PORT: '9000' }, 'http://localhost:9000'],
    [{ PORT: '0' }, 'http://localhost:8080'],
    [{ PORT: '9000', PUBLIC_URL: 'http://igra.local' }, 'http://igra.local'],
  ])('PUBLIC_URL follows PORT where only that is set: %j', (variables, origin) => {
    expect(readEnv(variables).publicUrl.origin).toBe(origin)
  })

  test('abuse 10: a public server does not print codes and links to the terminal', () => {
    const PUBLIC_URL = 'https://igra.example.hr'
    const sentence =
      /^SMS_URL must not be console: if PUBLIC_URL is https:\/\/igra\.example\.hr, because codes and links would be printed/
    for (const SMS_URL of [undefined, '', 'console:']) expect(() => readEnv({ PUBLIC_URL, SMS_URL })).toThrow(sentence)
    expect(readEnv({ PUBLIC_URL, SMS_URL: 'file:/tmp/sms.jsonl' }).sms.via).toBe('file')
    expect(readEnv({ PUBLIC_URL: 'https://localhost:8443' }).sms.via).toBe('console')
  })

  test('abuse 10: a public server does not start with a page that names nobody to ask about personal data', () => {
    mkdirSync(build('public'))
    const open = (contactIsDefault: boolean, address: string) => () => {
      writeFileSync(build('page.json'), JSON.stringify({ contactIsDefault, libraryStyles: [] }))
      assertContact(build('public'), new URL(address))
    }
    expect(open(true, 'https://igra.example.hr')).toThrow(/^PRIVACY_CONTACT must be your own address if PUBLIC_URL is https:/)
    expect(open(false, 'https://igra.example.hr')).not.toThrow()
    expect(open(true, 'http://localhost:8080')).not.toThrow()
  })

  test.each([{ METRICS_TOKEN: 'kratak' }, { METRICS_TOKEN: 'dovoljno dug s razmakom' }])(
    'a token that can be guessed is refused: %j',
    (variables) => {
      expect(() => readEnv(variables)).toThrow(/^METRICS_TOKEN must have at least 16 characters and no spaces\.$/)
    },
  )

  test('an invalid address is not quoted in the error if it may contain a secret', () => {
    expect(() => readEnv({ DATABASE_URL: 'mysql://igra:tajna@db/igra' })).toThrow(/^(?!.*tajna)/)
    expect(() => readEnv({ SMS_URL: 'infobip:tajna' })).toThrow(/^(?!.*tajna)/)
  })

  test.each([
    ['https://igra.example.hr', true],
    ['http://igra.example.hr', false],
    ['https://localhost:8443', false],
    ['https://127.0.0.1', false],
    ['https://[::1]:8443', false],
  ])('%s is a public address: %s', (address, expected) => {
    expect(isPublic(new URL(address))).toBe(expected)
  })
})
