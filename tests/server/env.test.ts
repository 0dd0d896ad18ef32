import { describe, expect, test } from 'vitest'
import { isPublic, readEnv } from '#server/env'
import { countryOf } from '#server/mobile'

/** The settings that a public server requires. */
const OWN = { COMPANY_NAME: 'Udruga Zmaj', PRIVACY_CONTACT: 'privatnost@zmaj.example' }

describe('the settings of a server', () => {
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
      ...OWN,
    })
    expect(env).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      database: { engine: 'postgres', url: 'postgres://igra@db/igra' },
      sms: { kind: 'file', path: '/var/lib/igra/sms.jsonl' },
      smsCountries: new Set(['HR', 'FR']),
      trustedProxies: ['172.30.7.2', '10.0.0.0/8'],
      productName: 'GeekQuest',
      companyName: 'Udruga Zmaj',
    })
    expect(env.publicUrl.origin).toBe('https://igra.example.hr')
  })

  test.each([
    [{ PORT: 'osamdeset' }, /^PORT must be a whole number from 0 to 65535, not "osamdeset"\.$/],
    [{ PORT: '65536' }, /^PORT must be/],
    [
      { PUBLIC_URL: 'ftp://igra.example.hr' },
      /^PUBLIC_URL must be an http or https address without a path/,
    ],
    [{ PUBLIC_URL: 'https://igra.example.hr/app' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://:lozinka@igra.example.hr' }, /^PUBLIC_URL must be/],
    [
      { DATABASE_URL: 'mysql://igra:tajna@db/igra' },
      /^DATABASE_URL must start with sqlite: or postgres:(?!.*tajna)/,
    ],
    [{ DATABASE_URL: 'sqlite:' }, /^DATABASE_URL names no file/],
    [{ SMS_URL: 'carrier-pigeon:' }, /^SMS_URL must be console:, file: with a path/],
    [{ SMS_URL: 'file:' }, /^SMS_URL must be/],
    [{ SMS_BUDGET: '0' }, /^SMS_BUDGET must be a whole number from 1/],
    [{ SMS_BUDGET: '1.5' }, /^SMS_BUDGET must be/],
    [
      { SMS_COUNTRIES: 'HR,Kuba' },
      /^SMS_COUNTRIES must be two-letter country codes .*, not "HR,Kuba"\.$/,
    ],
    [{ SMS_COUNTRIES: ',' }, /^SMS_COUNTRIES must be/],
    [
      { METRICS_TOKEN: 'kratak' },
      /^METRICS_TOKEN must have at least 16 characters and no spaces\.$/,
    ],
    [{ METRICS_TOKEN: 'dovoljno dug s razmakom' }, /^METRICS_TOKEN must have/],
    [
      { DRAIN_SECONDS: '3600' },
      /^DRAIN_SECONDS must be a whole number from 0 to 60, not "3600"\.$/,
    ],
    [
      { TRUSTED_PROXIES: 'caddy' },
      /^TRUSTED_PROXIES must be addresses or networks .*, not "caddy"\.$/,
    ],
  ])('%j prevents the start with one clear sentence', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(sentence)
  })

  test('SMS go to Croatia, its neighbours, the EU and the EEA, Great Britain, Switzerland, Ukraine, the USA and Canada', () => {
    const { smsCountries } = readEnv({})
    const served = [
      '+385911234567',
      '+38640123456',
      '+38761123456',
      '+4915112345678',
      '+33612345678',
      '+35799123456',
    ]
    const others = [
      '+35463123456',
      '+447400123456',
      '+41791234567',
      '+380501234567',
      '+12025550123',
      '+14165550123',
    ]
    const numbers = [
      ...served,
      ...others,
      '+5351234567',
      '+18765551234',
      '+79161234567',
      '+2348031234567',
    ]
    const outside = numbers.filter((number) => {
      const country = countryOf(number)
      return country === undefined || !smsCountries.has(country)
    })
    expect(outside).toEqual(['+5351234567', '+18765551234', '+79161234567', '+2348031234567'])
  })

  test('PUBLIC_URL follows PORT if only PORT is set', () => {
    const originOf = (variables: Record<string, string>) => readEnv(variables).publicUrl.origin
    expect([originOf({ PORT: '9000' }), originOf({ PORT: '0' })]).toEqual([
      'http://localhost:9000',
      'http://localhost:8080',
    ])
    expect(originOf({ PORT: '9000', PUBLIC_URL: 'http://igra.local' })).toBe('http://igra.local')
  })

  test('abuse 10: a public server does not print codes and links to the terminal', () => {
    const PUBLIC_URL = 'https://igra.example.hr'
    const sentence =
      /^SMS_URL must not be console: if PUBLIC_URL is https:\/\/igra\.example\.hr, because codes and links would be printed/
    for (const SMS_URL of [undefined, '', 'console:'])
      expect(() => readEnv({ PUBLIC_URL, SMS_URL })).toThrow(sentence)
    expect(readEnv({ PUBLIC_URL, ...OWN, SMS_URL: 'file:/tmp/sms.jsonl' }).sms.kind).toBe('file')
    expect(readEnv({ PUBLIC_URL: 'https://localhost:8443' }).sms.kind).toBe('console')
  })

  test.each(['COMPANY_NAME', 'PRIVACY_CONTACT'])(
    'abuse 10: a public server does not start with the default %s',
    (variable) => {
      const given = {
        PUBLIC_URL: 'https://igra.example.hr',
        SMS_URL: 'file:/tmp/sms.jsonl',
        ...OWN,
      }
      expect(() => readEnv({ ...given, [variable]: '' })).toThrow(
        `${variable} must be your own if PUBLIC_URL is https://igra.`,
      )
      expect(() => readEnv(given)).not.toThrow()
      expect(() =>
        readEnv({ ...given, [variable]: '', PUBLIC_URL: 'http://localhost:8080' }),
      ).not.toThrow()
    },
  )

  test('an address counts as public if it is https and not of this machine', () => {
    const addresses = [
      'https://igra.example.hr',
      'http://igra.example.hr',
      'https://localhost:8443',
      'https://127.0.0.1',
    ]
    const isPublicAt = [...addresses, 'https://[::1]:8443'].map((address) =>
      isPublic(new URL(address)),
    )
    expect(isPublicAt).toEqual([true, false, false, false, false])
  })
})
