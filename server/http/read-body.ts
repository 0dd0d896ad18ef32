import type { IncomingMessage } from 'node:http'
import { TransportRefusal } from '../refusal'

const BODY_LIMIT_BYTES = 32 * 1024
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Reads a form's text. Rejects with TOO_LARGE or UNSUPPORTED_TYPE; where the sender hangs up, it rejects with an error
 * that nobody will be answered with.
 */
export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!hasBody(request)) {
      resolve('')
      return
    }
    // Without a body there is nothing that a type could be wrong about.
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
    request.on('error', reject)
  })
}
