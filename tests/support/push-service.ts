import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a device reads it. */
export interface PushedMessage {
  readonly text: string
  readonly headers: IncomingHttpHeaders
  /** The claims of the sender's token. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  /** The key with which the sender claims to have signed, as base64url. */
  readonly sentBy: string
}

/** A browser's subscription with the private parts that only the device has. */
export interface Device {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly messages: readonly PushedMessage[]
}

export interface PushService {
  readonly origin: string
  subscribe(): Device
  /** Answers with this status from now on. */
  answerWith(status: number, headers?: Readonly<Record<string, string>>): void
  /** The requests so far, valid messages or not. */
  requests(): number
  close(): Promise<void>
}

const KEY_BYTES = 65

/** Decrypts a body of `aes128gcm` (RFC 8188) with the keys of Web Push (RFC 8291). */
function decrypt(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (idLength !== KEY_BYTES || record.length > body.readUInt32BE(16))
    throw new Error('expected exactly one record and a 65-byte key')
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const secret = derive(device.computeSecret(sender), auth, keyInfo, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1) throw new Error('the last record has no end')
  return padded.subarray(0, end).toString()
}

/** Verifies and reads the sender's identification (RFC 8292). */
function readVapid(authorization: string): Pick<PushedMessage, 'claims' | 'sentBy'> {
  const [, token = '', sentBy = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(sentBy, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the token is not signed with its key')
  return {
    claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as PushedMessage['claims'],
    sentBy,
  }
}

/** A push service on this machine and its devices. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<
    string,
    { readonly ecdh: ECDH; readonly auth: Buffer; readonly messages: PushedMessage[] }
  >()
  let [status, requests] = [201, 0]
  let extra: Readonly<Record<string, string>> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests++
      const device = devices.get(request.url ?? '')
      try {
        if (
          device === undefined ||
          request.headers['content-encoding'] !== 'aes128gcm' ||
          request.headers.ttl === undefined
        ) {
          throw new Error('no message')
        }
        const vapid = readVapid(request.headers.authorization ?? '')
        const text = decrypt(Buffer.concat(chunks), device.ecdh, device.auth)
        if (status < 300) device.messages.push({ text, headers: request.headers, ...vapid })
        response.writeHead(status, extra).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/send/${randomBytes(8).toString('hex')}`
      const messages: PushedMessage[] = []
      devices.set(path, { ecdh, auth, messages })
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { subscription: { endpoint: `${origin}${path}`, keys }, messages }
    },
    answerWith: (next, headers = {}) => {
      status = next
      extra = headers
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
