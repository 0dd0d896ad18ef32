import { resolve } from 'node:path'
import proxyAddress from '@fastify/proxy-addr'
import type { HostNames } from '#contract/names'
import { type DatabaseLocation, parseDatabaseUrl } from './db/database-url'
import { Failure } from './failure'
import { type Countries, parseCountries, SMS_COUNTRIES } from './mobile'
import { providerBase } from './sms/infobip'
import type { SmsRoute } from './sms/providers'
import { readTagKeys } from './tag-proof/tag-keys'

/**
 * Environment variables. Each invalid one causes a `Failure` with its name and what would be valid.
 */
export type Variables = Readonly<Record<string, string | undefined>>

function wholeNumber(variable: string, least: number, most: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new Failure(`${variable} must be a whole number from ${least} to ${most}, not "${text}".`)
  }
}

function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin =
    url !== null &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  if (url === null || !/^https?:$/.test(url.protocol) || !isOrigin) {
    throw new Failure(
      `PUBLIC_URL must be an http or https address without a path, such as https://igra.example.hr, not "${text}".`,
    )
  }
  return url
}

/** Parses `SMS_URL`. Errors do not quote it, because it may contain a key. */
function parseSmsUrl(text: string): SmsRoute {
  if (text === 'console:') return { kind: 'console' }
  const path = text.startsWith('file:') ? text.slice('file:'.length).replace(/^\/\/(?=\/)/, '') : ''
  if (path !== '') return { kind: 'file', path: resolve(path) }
  const template = text.startsWith('http+template:')
    ? text.slice('http+template:'.length).replace(/^\/\/(?=\/)/, '')
    : ''
  if (template !== '') return { kind: 'template', path: resolve(template) }
  if (text.startsWith('infobip:')) return parseInfobip(text)
  throw new Failure(
    'SMS_URL must be console:, file: with a path, infobip://API_KEY@BASE_HOST?sender=NAME, or http+template: with a path.',
  )
}

/** A sender that phone operators accept: 3 to 11 letters and digits, or a number. */
const SMS_SENDER = /^([A-Za-z0-9 ._-]{3,11}|\d{3,15})$/

/** Decodes a part of an address; empty if it cannot be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

function parseInfobip(text: string): SmsRoute {
  const url = URL.canParse(text) ? new URL(text) : null
  const base = url === null || url.host === '' ? null : providerBase(url.host)
  const key = url === null ? '' : decoded(url.username)
  if (
    url === null ||
    base === null ||
    key === '' ||
    url.password !== '' ||
    !/^\/?$/.test(url.pathname)
  ) {
    throw new Failure(
      'SMS_URL for Infobip must be infobip://API_KEY@BASE_HOST?sender=NAME, with the host that your account shows, such as xyz.api.infobip.com.',
    )
  }
  const sender = url.searchParams.get('sender') ?? ''
  if (!SMS_SENDER.test(sender)) {
    throw new Failure(
      'SMS_URL for Infobip must end in ?sender=NAME: 3 to 11 letters and digits, or a number.',
    )
  }
  return { kind: 'infobip', base, key, sender }
}

function parseSmsCountries(text: string): Countries {
  const countries = parseCountries(text)
  if (countries !== null) return countries
  throw new Failure(
    `SMS_COUNTRIES must be two-letter country codes separated by commas, such as HR,SI,BA, not "${text}".`,
  )
}

interface Setting<T> {
  readonly variable: string
  /** Applies if the variable is not set, or empty. */
  readonly initial: string
  /** Throws `Failure`. */
  readonly parse: (text: string) => T
}

/** Minimum length: short tokens can be guessed. */
const TOKEN_MIN_LENGTH = 16

function parseMetricsToken(text: string): string | null {
  if (text === '') return null
  if (text.length >= TOKEN_MIN_LENGTH && !/\s/.test(text)) return text
  throw new Failure(
    `METRICS_TOKEN must have at least ${TOKEN_MIN_LENGTH} characters and no spaces.`,
  )
}

function parseProxies(text: string): readonly string[] {
  const addresses = text.split(',').flatMap((one) => one.trim() || [])
  try {
    proxyAddress.compile([...addresses])
    return addresses
  } catch {
    throw new Failure(
      `TRUSTED_PROXIES must be addresses or networks separated by commas, such as 172.30.0.2,10.0.0.0/8, not "${text}".`,
    )
  }
}

const asText = (text: string) => text
const SMS_MAX = 999_999_999

/**
 * The settings that the server reads from the environment, by their names in `Env`. `SETTINGS_FILE`
 * is missing, because it names a file of settings (`settings-file.ts`). A test compares the list
 * with the README.
 */
export const SETTINGS = {
  host: { variable: 'HOST', initial: '127.0.0.1', parse: asText },
  port: { variable: 'PORT', initial: '8080', parse: wholeNumber('PORT', 0, 65_535) },
  publicUrl: { variable: 'PUBLIC_URL', initial: 'http://localhost:8080', parse: parsePublicUrl },
  database: {
    variable: 'DATABASE_URL',
    initial: 'sqlite:data/game.db',
    parse: (text: string) => parseDatabaseUrl(text),
  },
  sms: { variable: 'SMS_URL', initial: 'console:', parse: parseSmsUrl },
  smsCountries: { variable: 'SMS_COUNTRIES', initial: SMS_COUNTRIES, parse: parseSmsCountries },
  smsBudget: {
    variable: 'SMS_BUDGET',
    initial: '20000',
    parse: wholeNumber('SMS_BUDGET', 1, SMS_MAX),
  },
  smsBudgetDay: {
    variable: 'SMS_BUDGET_DAY',
    initial: '10000',
    parse: wholeNumber('SMS_BUDGET_DAY', 1, SMS_MAX),
  },
  trustedProxies: { variable: 'TRUSTED_PROXIES', initial: '', parse: parseProxies },
  tagKeys: { variable: 'TAG_KEYS', initial: '', parse: readTagKeys },
  drainSeconds: {
    variable: 'DRAIN_SECONDS',
    initial: '0',
    parse: wholeNumber('DRAIN_SECONDS', 0, 60),
  },
  metricsToken: { variable: 'METRICS_TOKEN', initial: '', parse: parseMetricsToken },
  productName: { variable: 'PRODUCT_NAME', initial: 'GeekQuest', parse: asText },
  companyName: { variable: 'COMPANY_NAME', initial: 'GeekClub', parse: asText },
  privacyContact: { variable: 'PRIVACY_CONTACT', initial: 'privatnost@example.hr', parse: asText },
} as const satisfies Record<string, Setting<unknown>>

type Settings = typeof SETTINGS
export type Env = { readonly [K in keyof Settings]: ReturnType<Settings[K]['parse']> }

function read<T>(variables: Variables, { variable, initial, parse }: Setting<T>): T {
  const text = variables[variable]?.trim() ?? ''
  return parse(text === '' ? initial : text)
}

/** Returns the parsed `DATABASE_URL`. Throws `Failure`. */
export function readDatabaseLocation(variables: Variables): DatabaseLocation {
  return read(variables, SETTINGS.database)
}

/**
 * Returns the parsed `PUBLIC_URL`; if only `PORT` is set, the default with that port. Throws
 * `Failure`.
 */
export function readPublicUrl(variables: Variables): URL {
  const url = read(variables, SETTINGS.publicUrl)
  const isSet = (variables[SETTINGS.publicUrl.variable]?.trim() ?? '') !== ''
  // Port 0 means any free port, which is not known yet.
  const port = isSet ? 0 : read(variables, SETTINGS.port)
  if (port !== 0) url.port = String(port)
  return url
}

/** Reads the settings with these names. Throws `Failure` for the first invalid one. */
export function readSome<Name extends keyof Env>(
  variables: Variables,
  names: readonly Name[],
): Pick<Env, Name> {
  const values = names.map((name) => [name, read<unknown>(variables, SETTINGS[name])])
  // `Object.fromEntries` loses the types by name.
  return Object.fromEntries(values) as Pick<Env, Name>
}

/** Parses the settings of a server. Throws `Failure` for the first that is invalid. */
export function readEnv(variables: Variables): Env {
  const names = Object.keys(SETTINGS) as (keyof Env)[]
  const env = { ...readSome(variables, names), publicUrl: readPublicUrl(variables) }
  // Anyone who can read codes and links in a terminal could sign in as anybody.
  if (env.sms.kind === 'console' && isPublic(env.publicUrl)) {
    throw new Failure(
      `SMS_URL must not be console: if PUBLIC_URL is ${env.publicUrl.origin}, because codes and links would be printed to the terminal.`,
    )
  }
  if (isPublic(env.publicUrl)) for (const name of TOLD_TO_VISITORS) assertOwn(env, name)
  return env
}

/**
 * Settings that the terms show before anybody enters personal data, so a public server must set
 * them.
 */
const TOLD_TO_VISITORS = ['companyName', 'privacyContact'] as const

function assertOwn(env: Env, name: (typeof TOLD_TO_VISITORS)[number]): void {
  const { variable, initial } = SETTINGS[name]
  if (env[name] !== initial) return
  throw new Failure(
    `${variable} must be your own if PUBLIC_URL is ${env.publicUrl.origin}, because the terms of use show it.`,
  )
}

export function namesOf({ productName, companyName, privacyContact }: Env): HostNames {
  return { product: productName, company: companyName, contact: privacyContact }
}

/**
 * Whether an address is public: https, and not of this machine. A server at a public address
 * creates no demo event and prints no sign-in links.
 */
export function isPublic(url: URL): boolean {
  const local = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' && !local
}
