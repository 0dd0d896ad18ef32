import { createHash } from 'node:crypto'

const VERSION_LENGTH = 16

/** What OK carries, made into JSON before it was asked for: the fields without the braces around them. */
export class PreparedOutput {
  readonly fields: Buffer

  constructor(fields: Buffer | string) {
    this.fields = typeof fields === 'string' ? Buffer.from(fields) : fields
  }
}

/** A list as it is sent, and the name of its content: the same on every server that has the same content. */
export interface VersionedOutput {
  readonly version: string
  readonly output: PreparedOutput
}

export function versioned(fields: string): VersionedOutput {
  const version = createHash('sha1').update(fields).digest('base64url').slice(0, VERSION_LENGTH)
  return { version, output: new PreparedOutput(`${fields},"version":"${version}"`) }
}
