/**
 * Messages of D-Bus (https://dbus.freedesktop.org/doc/dbus-specification.html), little-endian, with the types that a desktop's
 * notifications need.
 */
export type Argument =
  | { readonly is: 's'; readonly value: string }
  | { readonly is: 'u' | 'b'; readonly value: number }
  | { readonly is: 'as'; readonly value: readonly string[] }

export const text = (value: string): Argument => ({ is: 's', value })
export const number = (value: number): Argument => ({ is: 'u', value })
export const flag = (value: boolean): Argument => ({ is: 'b', value: value ? 1 : 0 })
export const texts = (value: readonly string[]): Argument => ({ is: 'as', value })

export const KIND = { call: 1, answer: 2, error: 3, signal: 4 } as const

/** Codes of header fields. */
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replyTo: 5, destination: 6, sender: 7, signature: 8 } as const

/** A call of a client. */
export interface Call {
  readonly serial: number
  readonly destination: string
  readonly member: string
  /** Reads the arguments in their order. */
  readonly body: Reader
}

/** Reads values one after the other, each aligned to its size. */
export class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  align(size: number): void {
    this.#at = Math.ceil(this.#at / size) * size
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  number(): number {
    this.align(4)
    this.#at += 4
    return this.#bytes.readUInt32LE(this.#at - 4)
  }

  #textOf(length: number): string {
    const value = this.#bytes.toString('utf8', this.#at, this.#at + length)
    // A zero byte follows.
    this.#at += length + 1
    return value
  }

  text(): string {
    return this.#textOf(this.number())
  }

  signature(): string {
    return this.#textOf(this.byte())
  }

  texts(): string[] {
    const end = this.number() + this.#at
    const values: string[] = []
    while (this.#at < end) values.push(this.text())
    return values
  }
}

/** The first message of the bytes and its length; null while it is not complete. */
export function readMessage(bytes: Buffer): { readonly length: number; readonly kind: number; readonly call: Call } | null {
  if (bytes.length < 16) return null
  const fieldsEnd = 16 + bytes.readUInt32LE(12)
  const bodyAt = Math.ceil(fieldsEnd / 8) * 8
  const length = bodyAt + bytes.readUInt32LE(4)
  if (bytes.length < length) return null
  const fields = new Map<number, string | number>()
  const reader = new Reader(bytes, 16)
  while (reader.at < fieldsEnd) {
    reader.align(8)
    const code = reader.byte()
    const type = reader.signature()
    fields.set(code, type === 'u' ? reader.number() : type === 'g' ? reader.signature() : reader.text())
  }
  const of = (code: number) => String(fields.get(code) ?? '')
  const body = new Reader(bytes.subarray(bodyAt, length))
  const call = { serial: bytes.readUInt32LE(8), destination: of(FIELD.destination), member: of(FIELD.member), body }
  return { length, kind: bytes.readUInt8(1), call }
}

function pad(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.ceil(bytes.length / size) * size - bytes.length)])
}

function withNumber(bytes: Buffer, value: number): Buffer {
  const own = Buffer.alloc(4)
  own.writeUInt32LE(value)
  return Buffer.concat([pad(bytes, 4), own])
}

function withText(bytes: Buffer, value: string): Buffer {
  const own = Buffer.from(`${value}\0`)
  return Buffer.concat([withNumber(bytes, own.length - 1), own])
}

function withArgument(bytes: Buffer, argument: Argument): Buffer {
  if (argument.is === 's') return withText(bytes, argument.value)
  if (argument.is !== 'as') return withNumber(bytes, argument.value)
  const start = pad(bytes, 4).length + 4
  const whole = argument.value.reduce(withText, withNumber(bytes, 0))
  whole.writeUInt32LE(whole.length - start, start - 4)
  return whole
}

export interface Header {
  readonly kind: number
  readonly serial: number
  readonly sender: string
  readonly replyTo?: number
  readonly errorName?: string
  /** Of a signal. */
  readonly path?: string
  readonly interface?: string
  readonly member?: string
}

export function writeMessage(header: Header, args: readonly Argument[]): Buffer {
  const body = args.reduce<Buffer>(withArgument, Buffer.alloc(0))
  let fields: Buffer = Buffer.alloc(0)
  function put(code: number, type: 's' | 'o' | 'u' | 'g', value: string | number | undefined): void {
    if (value === undefined) return
    fields = Buffer.concat([pad(fields, 8), Buffer.from([code, 1]), Buffer.from(`${type}\0`)])
    if (typeof value === 'number') fields = withNumber(fields, value)
    else if (type === 'g') fields = Buffer.concat([fields, Buffer.from([value.length]), Buffer.from(`${value}\0`)])
    else fields = withText(fields, value)
  }
  put(FIELD.path, 'o', header.path)
  put(FIELD.interface, 's', header.interface)
  put(FIELD.member, 's', header.member)
  put(FIELD.errorName, 's', header.errorName)
  put(FIELD.replyTo, 'u', header.replyTo)
  put(FIELD.sender, 's', header.sender)
  if (args.length > 0) put(FIELD.signature, 'g', args.map(({ is }) => is).join(''))
  const start = Buffer.from([0x6c, header.kind, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  start.writeUInt32LE(body.length, 4)
  start.writeUInt32LE(header.serial, 8)
  start.writeUInt32LE(fields.length, 12)
  return Buffer.concat([pad(Buffer.concat([start, fields]), 8), body])
}
