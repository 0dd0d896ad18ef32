import type { IncomingMessage } from 'node:http'
import { TransportRefusal } from '../refusal'

const BODY_LIMIT_BYTES = 32 * 1024
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/** The sender disconnected before the whole call had arrived, so nobody receives a response. */
export class HungUp extends Error {
  constructor() {
    super('the sender hung up')
    this.name = 'HungUp'
  }
}

/** Reads the text of a form. Rejects with TOO_LARGE, UNSUPPORTED_TYPE or `HungUp`. */
export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!hasBody(request)) {
      resolve('')
      return
    }
    // Without a body there is no content type to check.
    if (!FORM.test(request.headers['content-type'] ?? '')) {
      reject(new TransportRefusal('UNSUPPORTED_TYPE'))
      return
    }
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) {
      reject(new TransportRefusal('TOO_LARGE'))
      return
    }
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > BODY_LIMIT_BYTES) reject(new TransportRefusal('TOO_LARGE'))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', () => reject(new HungUp()))
  })
}
