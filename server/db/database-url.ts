import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '../failure'

/** A parsed `DATABASE_URL`. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** The location in readable form, without a password. */
export function locationText(location: DatabaseLocation): string {
  if (location.engine === 'sqlite') return `SQLite file ${location.file}`
  const { host, pathname } = new URL(location.url)
  return `PostgreSQL ${host === '' ? '(local socket)' : host}${pathname}`
}

/** Linux follows at most this many links in a path. */
const MAX_LINKS = 40

/**
 * Resolves a path's links to the file itself, because SQLite's log and the servers' lock are beside
 * the file. The file need not exist yet.
 */
export function resolvedFile(path: string, links = 0): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    // The file is missing, but the path may be a link to its future place.
  }
  const parent = dirname(full)
  try {
    if (links < MAX_LINKS) return resolvedFile(resolve(parent, readlinkSync(full)), links + 1)
  } catch {
    // Not a link.
  }
  return parent === full ? full : join(resolvedFile(parent, links), basename(full))
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/**
 * Returns the problems of an address. Quotes no part of it, because any part of a wrong address may
 * be the password.
 */
function postgresProblems(text: string): string[] {
  const rest = text.slice(text.indexOf('://') + 3)
  const at = rest.lastIndexOf('@')
  const person = at === -1 ? null : rest.slice(0, at)
  const [, place = '', path = '', query = '', fragment = ''] =
    /^([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest.slice(at + 1)) ?? []
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(place) ?? []
  const parameters = new URLSearchParams(query)
  const sslMode = parameters.get('sslmode')
  const problems: readonly (readonly [boolean, string])[] = [
    [
      /[/?#]/.test(person ?? '') || fragment !== '',
      'a / ? or # in user name or password must be written as %2F, %3F or %23',
    ],
    [/\s/.test(text), 'a space must be written as %20'],
    [
      !isDecodable((person ?? '') + path),
      'a % that is not followed by two hexadecimal digits must be written as %25',
    ],
    [person !== null && /^(:|$)/.test(person), 'it names no user'],
    [
      host === '' && (person !== null || port !== undefined) && !parameters.has('host'),
      'it names no host',
    ],
    [
      [port, parameters.get('port')].some((one) => one != null && !isPort(one)),
      'its port must be a number from 1 to 65535',
    ],
    [path.slice(1) === '', 'it names no database'],
    [path.slice(1).includes('/'), 'a / in the name of the database must be written as %2F'],
    [
      sslMode !== null && !SSL_MODES.includes(sslMode),
      `its sslmode must be one of ${SSL_MODES.join(', ')}`,
    ],
  ]
  const found = problems.flatMap(([isSo, problem]) => (isSo ? [problem] : []))
  return found.length > 0 || URL.canParse(text)
    ? found
    : ['its host is neither a name nor an address']
}

/**
 * Parses the place where the event is stored. Throws `Failure`, whose text quotes no part of the
 * address, because it may contain a password.
 */
export function parseDatabaseUrl(text: string, name = 'DATABASE_URL'): DatabaseLocation {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length)
    if (/^\/*$/.test(file))
      throw new Failure(`${name} names no file; write for example sqlite:data/game.db.`)
    return { engine: 'sqlite', file: resolvedFile(file) }
  }
  if (!/^postgres(ql)?:\/\//i.test(text)) {
    throw new Failure(
      `${name} must start with sqlite: or postgres://, for example sqlite:data/game.db.`,
    )
  }
  const problems = postgresProblems(text)
  if (problems.length === 0) return { engine: 'postgres', url: text }
  throw new Failure(
    `${name} must be like postgres://USER:PASSWORD@HOST:5432/DATABASE: ${problems.join('; ')}.`,
  )
}
