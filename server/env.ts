import { resolve } from 'node:path'
import type { DatabaseLocation } from './db/open'
import { Failure } from './failure'
import type { SmsRoute } from './sms/open-sms'

export interface Env {
  readonly host: string
  readonly port: number
  readonly publicUrl: URL
  readonly database: DatabaseLocation
  readonly sms: SmsRoute
  readonly productName: string
}

/** An invalid setting. The message is one sentence with its name and what would be valid. */
export class SettingError extends Failure {}

type Variables = Readonly<Record<string, string | undefined>>

function setting(variables: Variables, name: string, otherwise: string): string {
  const value = variables[name]?.trim()
  return value === undefined || value === '' ? otherwise : value
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new SettingError(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url === null || !/^https?:$/.test(url.protocol) || !isOrigin) {
    throw new SettingError(
      `PUBLIC_URL must be an http or https address without a path, such as https://igra.example.hr, not "${text}".`,
    )
  }
  return url
}

/** Where the event is stored. The address is not quoted in errors: it may contain a password. */
export function parseDatabaseUrl(text: string): DatabaseLocation {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length)
    if (file === '') throw new SettingError('DATABASE_URL names no file; write for example sqlite:data/game.db.')
    return { engine: 'sqlite', file: resolve(file) }
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { engine: 'postgres', url: text }
  throw new SettingError('DATABASE_URL must start with sqlite: or postgres://, for example sqlite:data/game.db.')
}

/** How SMS are sent. The address is not quoted in errors: it may contain a key. */
function parseSmsUrl(text: string): SmsRoute {
  if (text === 'console:') return { via: 'console' }
  const path = text.startsWith('file:') ? text.slice('file:'.length).replace(/^\/\/(?=\/)/, '') : ''
  if (path !== '') return { via: 'file', path: resolve(path) }
  throw new SettingError('SMS_URL must be console: or file: with a path, for example file:/var/lib/geekquest/sms.jsonl.')
}

/** The parsed `DATABASE_URL`. */
export function readDatabaseLocation(variables: Variables): DatabaseLocation {
  return parseDatabaseUrl(setting(variables, 'DATABASE_URL', 'sqlite:data/game.db'))
}

/** The parsed `PUBLIC_URL`. */
export function readPublicUrl(variables: Variables): URL {
  return parsePublicUrl(setting(variables, 'PUBLIC_URL', 'http://localhost:8080'))
}

/** Parses the settings of a server. Throws `SettingError` for the first that is invalid. */
export function readEnv(variables: Variables): Env {
  return {
    host: setting(variables, 'HOST', '127.0.0.1'),
    port: parsePort(setting(variables, 'PORT', '8080')),
    publicUrl: readPublicUrl(variables),
    database: readDatabaseLocation(variables),
    sms: parseSmsUrl(setting(variables, 'SMS_URL', 'console:')),
    productName: setting(variables, 'PRODUCT_NAME', 'GeekQuest'),
  }
}

/** True for a public address: there the server creates no demo event and prints no links. */
export function isPublic(url: URL): boolean {
  const local = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' && !local
}
