import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16

/** Fields of OK as bytes that many are sent, so that they are written and compressed once: all but the first, and the brace that ends the answer. */
export class PreparedOutput {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** Writes an answer that many are sent. */
export const prepared = (fields: object) => new PreparedOutput(Buffer.from(JSON.stringify(fields).slice(1)))

/** A list with its version, which is equal on every server with the same content. */
export interface Versioned<Fields> {
  readonly version: string
  readonly fields: Fields
  readonly output: PreparedOutput | (Fields & { readonly version: string })
  /** For callers that have this version. */
  readonly unchanged: Fields & { readonly version: string; readonly unchanged: true }
}

export function versioned<Fields extends { teams: unknown[] }>(fields: Fields): Versioned<Fields> {
  // As bytes at once: converting a text of 2,000 teams takes as long as writing it.
  const json = Buffer.from(JSON.stringify(fields))
  const version = createHash('sha1').update(json).digest('base64url').slice(0, VERSION_LENGTH)
  return {
    version,
    fields,
    output: new PreparedOutput(Buffer.concat([Buffer.from(`"version":"${version}",`), json.subarray(1)])),
    unchanged: { ...fields, teams: [], version, unchanged: true },
  }
}
