import { printParseErrorCode, visit } from 'jsonc-parser'
import { type Fault, FaultyEvent, type Path } from './faults'

interface SyntaxFault {
  /** 0-based, in UTF-16 code units. */
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly message: string
}

const BAD_STRING = 'this text in quotes does not end well (a line break, a lone \\?)'

/** By the error names of jsonc-parser. */
const MESSAGES: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  InvalidSymbol: 'JSON has no such word or sign',
  UnexpectedEndOfNumber: 'expected a value',
  ColonExpected: 'expected ":" after the key',
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  EndOfFileExpected: 'nothing may follow the end of the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: BAD_STRING,
  InvalidUnicode: BAD_STRING,
  InvalidEscapeCharacter: BAD_STRING,
  InvalidCharacter: BAD_STRING,
}

/**
 * Finds repeated keys, of which `JSON.parse` silently takes the last, and the first syntax error. jsonc-parser continues after
 * an error, but its further errors are consequences of the first.
 */
function findFaults(text: string): readonly SyntaxFault[] {
  const repeatedKeys: SyntaxFault[] = []
  const errors: (SyntaxFault & { readonly name: string })[] = []
  const open: { readonly end: '}' | ']'; readonly keys: Set<string> }[] = []

  function begin(end: '}' | ']'): void {
    open.push({ end, keys: new Set() })
  }
  const end = () => void open.pop()

  visit(
    text,
    {
      onObjectBegin: () => begin('}'),
      onObjectEnd: end,
      onArrayBegin: () => begin(']'),
      onArrayEnd: end,
      onObjectProperty: (key, offset, _length, line, column) => {
        const keys = open.at(-1)?.keys
        if (keys?.has(key) === true && errors.length === 0) {
          repeatedKeys.push({ offset, line, column, message: `the key ${JSON.stringify(key)} is here a second time` })
        }
        keys?.add(key)
      },
      onError: (code, offset, _length, line, column) => {
        const name = printParseErrorCode(code)
        const message = name === 'CommaExpected' ? `expected "," or "${open.at(-1)?.end}"` : MESSAGES[name]
        errors.push({ name, offset, line, column, message: message ?? 'this is not JSON' })
      },
    },
    { disallowComments: true },
  )
  const [first, second] = errors
  if (first === undefined) return repeatedKeys
  // The parser skips an unreadable symbol, and its next error says what it expected instead.
  const message = first.name === 'InvalidSymbol' && second !== undefined ? second.message : first.message
  return [...repeatedKeys, { ...first, message }]
}

function faultOf(text: string, { offset, line, column, message }: SyntaxFault): Fault {
  return {
    place: { path: null, position: { line: line + 1, column: column + 1 } },
    value: null,
    says: 'unreadable',
    values: [`${message}${offset >= text.length ? ', but the file ends here' : ''}`],
  }
}

/** Parses a JSON text. Throws `FaultyEvent` with line and column of each error, repeated keys included. */
export function parseJson(text: string): unknown {
  const faults = findFaults(text)
  if (faults.length > 0) throw new FaultyEvent(faults.map((fault) => faultOf(text, fault)))
  return JSON.parse(text)
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value and its place in the file. */
export interface Placed<T> {
  readonly path: Path
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** The elements of the list under a key; empty if there is none. */
export function elementsOf(parent: unknown, key: string, parentPath: Path = []): Placed<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  return list.map((value: unknown, index) => ({ path: [...parentPath, key, index], value }))
}

/** The strings under a key of each element; other types are skipped. */
export function textsOf(elements: readonly Placed<unknown>[], key: string): Placed<string>[] {
  return elements.flatMap(({ path, value }) => {
    const text = valueAt(value, key)
    return typeof text === 'string' ? [{ path: [...path, key], value: text }] : []
  })
}
