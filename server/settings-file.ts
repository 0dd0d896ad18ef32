import { readFileSync } from 'node:fs'
import { Failure, failureText } from './failure'

/** The environment variable that names the file. */
const SETTINGS_FILE = 'SETTINGS_FILE'
/** Why a file cannot be read, by the error's code. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}

function parseValue(text: string, failure: (why: string) => Failure): string {
  const quote = text[0]
  if (quote === "'" || quote === '"') {
    const end = text.indexOf(quote, 1)
    if (end === -1) throw failure('the quotation mark is not closed')
    if (end < text.length - 1) throw failure('nothing may follow the closing quotation mark')
    const inside = text.slice(1, -1)
    if (quote === '"' && inside.includes('\\'))
      throw failure('put a value with a backslash between single quotation marks')
    return inside
  }
  if (/["'\\]/.test(text))
    throw failure(
      'put a value with backslashes or double quotation marks between single quotation marks, and one with single quotation marks between double ones',
    )
  if (/\s#/.test(text))
    throw failure('put a comment on a line of its own, and a value with # between quotation marks')
  return text
}

/**
 * Parses NAME=value lines, # comments and empty lines. Expands and escapes nothing: `$` is itself.
 * Refuses quotation marks, backslashes, comments and `export` that systemd, a shell or Node would
 * read differently. Throws `Failure` with the line's number but not its text, which may hold a key.
 */
export function parseSettingsFile(text: string, file: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const failure = (why: string) => new Failure(`${file}, line ${index + 1}: ${why}.`)
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    if (/^export\s/.test(line)) throw failure('leave out "export"')
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)=\s*(.*)$/.exec(line) ?? []
    if (name === '') throw failure('write NAME=value, without a space before the =')
    if (settings.has(name)) throw failure(`${name} is set twice`)
    if (name.startsWith('NODE_'))
      throw failure(`Node reads ${name} before this file: set it with "systemctl edit"`)
    settings.set(name, parseValue(value, failure))
  }
  return settings
}

/**
 * Adds the settings from the file that SETTINGS_FILE names, if it is set. Both the server and the
 * command line use this, because systemd's `EnvironmentFile` and Node's `--env-file` read quotation
 * marks, comments and `export` differently. Throws `Failure`.
 */
export function loadSettingsFile(variables: NodeJS.ProcessEnv): void {
  const file = variables[SETTINGS_FILE]
  if (file === undefined || file === '') return
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException
    const why = UNREADABLE[code ?? ''] ?? 'this user may not read it'
    throw new Failure(`The settings ${file} cannot be read: ${why}.`)
  }
  for (const [name, value] of parseSettingsFile(text, file)) {
    const given = variables[name]
    if (given !== undefined && given !== value)
      throw new Failure(
        `${file} sets ${name}, but the environment already sets it to another value.`,
      )
    variables[name] = value
  }
}

/** Loads the settings file of this process, or ends it with one sentence. */
export function loadSettingsOrExit(): void {
  try {
    loadSettingsFile(process.env)
  } catch (reason) {
    process.stderr.write(`${failureText(reason) ?? String(reason)}\n`)
    process.exit(1)
  }
}
