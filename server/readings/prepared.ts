import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16

/** What OK carries, made into JSON before it was asked for: the fields without the braces around them, in parts. */
export class PreparedOutput {
  readonly parts: readonly Buffer[]

  constructor(...parts: readonly (Buffer | string)[]) {
    this.parts = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  }
}

/** A list as it is sent, and the name of its content: the same on every server that has the same content. */
export interface VersionedOutput {
  readonly version: string
  readonly output: PreparedOutput
}

export function versioned(fields: string): VersionedOutput {
  const bytes = Buffer.from(fields)
  const version = createHash('sha1').update(bytes).digest('base64url').slice(0, VERSION_LENGTH)
  return { version, output: new PreparedOutput(bytes, `,"version":"${version}"`) }
}
