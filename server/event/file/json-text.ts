import { FaultyEvent } from './faulty-event'

const SPACE = /[ \t\n\r]*/y
const TEXT = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy
const PLAIN_VALUE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

interface Fault {
  readonly at: number
  readonly says: string
}

class SyntaxFault extends Error {
  readonly fault: Fault

  constructor(at: number, says: string) {
    super(says)
    this.fault = { at, says }
  }
}

/**
 * Reads JSON only to find where it is wrong: JSON.parse names no place for most faults, and says nothing of a key that
 * stands twice, of which it takes the last.
 */
class JsonScanner {
  readonly repeatedKeys: Fault[] = []
  private at = 0

  constructor(private readonly text: string) {}

  scan(): void {
    this.value()
    if (this.at < this.text.length) this.fail('nothing may follow the end of the value')
  }

  private fail(says: string): never {
    throw new SyntaxFault(this.at, this.at >= this.text.length ? `${says}, but the file ends here` : says)
  }

  /** Moves past what the pattern matches here; null where it does not. */
  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.text) ?? []
    if (found === undefined) return null
    this.at += found.length
    return found
  }

  private takeSign(sign: string): boolean {
    this.take(SPACE)
    if (this.text[this.at] !== sign) return false
    this.at++
    this.take(SPACE)
    return true
  }

  private value(): void {
    this.take(SPACE)
    if (this.takeSign('{')) this.members()
    else if (this.takeSign('[')) this.elements()
    else if (this.text[this.at] === '"') this.string('a value')
    else if (this.take(PLAIN_VALUE) === null) this.fail('expected a value')
    this.take(SPACE)
  }

  private string(what: string): string {
    const found = this.take(TEXT)
    if (found !== null) return found
    return this.fail(
      this.text[this.at] === '"' ? 'this text in quotes does not end well (a line break, a lone \\?)' : `expected ${what}`,
    )
  }

  private members(): void {
    if (this.takeSign('}')) return
    const keys = new Set<string>()
    do {
      const at = this.at
      const key = this.string('a key in double quotes')
      if (keys.has(key)) this.repeatedKeys.push({ at, says: `the key ${key} stands here a second time` })
      keys.add(key)
      if (!this.takeSign(':')) this.fail('expected ":" after the key')
      this.value()
    } while (this.takeSign(','))
    if (!this.takeSign('}')) this.fail('expected "," or "}"')
  }

  private elements(): void {
    if (this.takeSign(']')) return
    do this.value()
    while (this.takeSign(','))
    if (!this.takeSign(']')) this.fail('expected "," or "]"')
  }
}

function findFaults(text: string): readonly Fault[] {
  const scanner = new JsonScanner(text)
  try {
    scanner.scan()
    return scanner.repeatedKeys
  } catch (reason) {
    if (!(reason instanceof SyntaxFault)) throw reason
    return [...scanner.repeatedKeys, reason.fault]
  }
}

function withPlace(text: string, { at, says }: Fault): string {
  const before = text.slice(0, at).split('\n')
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${says}`
}

/** The value of a JSON text. Throws `FaultyEvent` with line and column of what is wrong, a repeated key included. */
export function parseJson(text: string): unknown {
  const faults = findFaults(text)
  if (faults.length > 0) throw new FaultyEvent(faults.map((fault) => withPlace(text, fault)))
  return JSON.parse(text)
}
