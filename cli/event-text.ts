import { readFile } from 'node:fs/promises'
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { type Fault, FaultyEvent, faultText, type Path } from '#server/event-file/faults'
import { Failure } from '#server/failure'

function reasonText(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return reason instanceof Error ? reason.message : String(reason)
}

/** Reads a UTF-8 text file, without its byte order mark. Throws `Failure`. */
export async function readTextFile(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (reason) {
    throw new Failure(`${path} cannot be read: ${reasonText(reason)}.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure(
      `${path} is not in UTF-8; save it in that encoding, or its letters č, ć, đ, š and ž would be lost.`,
    )
  }
}

/** A fault, with its position in the text as editors count it. */
interface TextFault {
  readonly line: number
  readonly column: number
  /** Path to the value; null if the text is not valid JSON. */
  readonly path: Path | null
  readonly fault: string
}

/** The faults in the text of an event file, in text order. */
export class FaultyText extends Error {
  readonly faults: readonly TextFault[]
  /** Total number of faults; `faults` may have only some of them. */
  readonly total: number

  constructor(faults: readonly TextFault[], total = faults.length) {
    super(faults.map(({ fault }) => fault).join('\n'))
    this.name = 'FaultyText'
    this.faults = faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
    this.total = total
  }
}

/** Finds repeated keys of an object; `JSON.parse` silently keeps only the last. */
function repeatedKeys(node: Node): Node[] {
  const seen = new Set<unknown>()
  return (node.children ?? []).flatMap((child) => {
    const [key] = child.type === 'property' ? (child.children ?? []) : []
    const isRepeated = key !== undefined && seen.has(key.value)
    seen.add(key?.value)
    return [...(isRepeated ? [key] : []), ...repeatedKeys(child)]
  })
}

/**
 * Finds the first syntax fault, or the repeated keys if there is none. The parser continues after
 * an error, but later errors follow from the first.
 */
function syntaxFaults(
  root: Node | undefined,
  [error]: readonly ParseError[],
): { offset: number; message: string }[] {
  if (error !== undefined) {
    const expected = printParseErrorCode(error.error)
      .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
      .toLowerCase()
    return [{ offset: error.offset, message: `this is not JSON: ${expected}` }]
  }
  return (root === undefined ? [] : repeatedKeys(root)).map(({ offset, value }) => ({
    offset,
    message: `the key ${JSON.stringify(value)} is repeated`,
  }))
}

/**
 * Returns the offset of a value, or of its key if it is in an object. If the value is missing,
 * returns the offset of its innermost existing parent.
 */
function offsetOf(root: Node | undefined, path: Path): number {
  const node = root && findNodeAtLocation(root, [...path])
  if (node === undefined) return path.length === 0 ? 0 : offsetOf(root, path.slice(0, -1))
  return node.parent?.type === 'property' ? node.parent.offset : node.offset
}

/** A parsed event file. */
interface EventText {
  readonly values: unknown
  /** Runs work on the file; adds to its faults their positions in the text. */
  located<T>(work: () => T | Promise<T>): Promise<T>
}

/** Reads the text of event.json. Throws `FaultyText` if it is not valid JSON or repeats a key. */
export function readEventText(text: string): EventText {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const positionOf = (offset: number) => {
    const before = text.slice(0, offset).split('\n')
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1]
    return { line, column, shown: `line ${line}, column ${column}` }
  }
  const textFault = (offset: number, path: Path | null, message: string): TextFault => {
    const { shown, ...position } = positionOf(offset)
    return { ...position, path, fault: `${shown}: ${message}` }
  }
  const locate = (fault: Fault) => {
    const earlierAt =
      fault.earlier === null ? undefined : positionOf(offsetOf(root, fault.earlier)).shown
    return textFault(offsetOf(root, fault.path), fault.path, faultText(fault, earlierAt))
  }
  const wrong = syntaxFaults(root, errors)
  if (wrong.length > 0)
    throw new FaultyText(wrong.map(({ offset, message }) => textFault(offset, null, message)))
  return {
    values: JSON.parse(text),
    async located(work) {
      try {
        return await work()
      } catch (reason) {
        throw reason instanceof FaultyEvent
          ? new FaultyText(reason.faults.map(locate), reason.total)
          : reason
      }
    },
  }
}
