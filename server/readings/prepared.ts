import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16
/** Rows that are written and compressed together. A caller's own row is written again with these. */
const ROWS = 256

/**
 * The fields of an OK answer as JSON, after the first one and without the closing brace: a head, and parts that are sent to many, so
 * that each is written and compressed once.
 */
export class PreparedOutput {
  constructor(
    readonly head: string,
    readonly parts: readonly Buffer[],
  ) {}
}

/** Writes an answer that is sent to many. */
export const prepared = (fields: object) =>
  new PreparedOutput('', [Buffer.from(JSON.stringify(fields).slice(1))])

interface Rows {
  readonly teams: readonly object[]
}

/** A list with its version, which is equal on every server with the same content. */
export interface Versioned<Fields extends Rows> {
  readonly version: string
  readonly fields: Fields
  readonly output: PreparedOutput
  /** For callers that have this version. */
  readonly unchanged: Fields & { readonly version: string; readonly unchanged: true }
}

const headOf = (version: string) => `"version":"${version}","teams":[`

/** The rows from a multiple of `ROWS` on. */
function writeRows(teams: readonly object[], from: number): Buffer {
  // As bytes at once: converting a text of 2,000 teams takes as long as writing it.
  return Buffer.from(
    (from === 0 ? '' : ',') + JSON.stringify(teams.slice(from, from + ROWS)).slice(1, -1),
  )
}

export function versioned<Fields extends Rows>(fields: Fields): Versioned<Fields> {
  const { teams, ...others } = fields
  const rows = Array.from({ length: Math.ceil(teams.length / ROWS) }, (_, index) =>
    writeRows(teams, index * ROWS),
  )
  const more = JSON.stringify(others).slice(1)
  const parts = [...rows, Buffer.from(more === '}' ? ']}' : `],${more}`)]
  const hash = createHash('sha1')
  for (const part of parts) hash.update(part)
  const version = hash.digest('base64url').slice(0, VERSION_LENGTH)
  return {
    version,
    fields,
    output: new PreparedOutput(headOf(version), parts),
    unchanged: { ...fields, teams: [], version, unchanged: true },
  }
}

/** A list with one row replaced for a caller, without writing all of it again. */
export function withRow<Fields extends Rows>(
  list: Versioned<Fields>,
  version: string,
  index: number,
  row: Fields['teams'][number],
) {
  const part = Math.floor(index / ROWS)
  const teams = list.fields.teams.with(index, row)
  const parts = list.output.parts.with(part, writeRows(teams, part * ROWS))
  return {
    version,
    output: new PreparedOutput(headOf(version), parts),
    unchanged: { ...list.unchanged, version },
  }
}
