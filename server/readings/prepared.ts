import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16

/** The fields of OK as prepared JSON, with the brace that ends the response. */
export class PreparedOutput {
  /** Created for this response. */
  readonly text: string
  /** Shared by many responses; comes after `text`. */
  readonly bulk: Buffer | null

  constructor(text: string, bulk: Buffer | null = null) {
    this.text = text
    this.bulk = bulk
  }
}

/** A list as it is sent, with its version: equal on every server with the same content. */
export interface VersionedOutput {
  readonly version: string
  readonly output: PreparedOutput
}

export function versioned(fields: string): VersionedOutput {
  const bulk = Buffer.from(`${fields}}`)
  const version = createHash('sha1').update(bulk).digest('base64url').slice(0, VERSION_LENGTH)
  return { version, output: new PreparedOutput(`"version":"${version}",`, bulk) }
}
