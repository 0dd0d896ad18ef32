import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16

/** What OK carries, already as JSON: its fields and the brace that closes the answer. */
export class PreparedOutput {
  /** Made for this answer. */
  readonly text: string
  /** Made once for many answers; comes after `text`. */
  readonly bulk: Buffer | null

  constructor(text: string, bulk: Buffer | null = null) {
    this.text = text
    this.bulk = bulk
  }
}

/** A list as it is sent, and the name of its content: the same on every server that has the same content. */
export interface VersionedOutput {
  readonly version: string
  readonly output: PreparedOutput
}

export function versioned(fields: string): VersionedOutput {
  const bulk = Buffer.from(`${fields}}`)
  const version = createHash('sha1').update(bulk).digest('base64url').slice(0, VERSION_LENGTH)
  return { version, output: new PreparedOutput(`"version":"${version}",`, bulk) }
}
