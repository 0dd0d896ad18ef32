import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exportPublicKey,
  importPublicKey,
  isSigned,
  makeSigningKey,
  parseVoucher,
  signVoucher,
} from '#contract/voucher'
import { signPayload, VECTOR } from '../support/vouchers'

const { payload, signature, content } = VECTOR
const [voucher, list] = [
  `${payload}.${signature}`,
  [1, ...Object.values(content).slice(0, 5), '2026-05-09T10:15:30.250Z'],
]
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withPayload = (value: unknown) => `${encoded(value)}.${signature}`
const changed = (index: number, value: unknown) => withPayload(list.with(index, value as string))

describe('a voucher', () => {
  test('that a device stored earlier is still read the same way, and its key still proves it', async () => {
    const read = parseVoucher(voucher)
    expect(read).toMatchObject(content)
    const key = await importPublicKey(VECTOR.publicKey)
    if (read === null || key === null) throw new Error('not read')
    expect(await isSigned(read, key)).toBe(true)
  })

  test('that is new has the same payload as a stored voucher with the same content', async () => {
    const { privateKey } = await makeSigningKey()
    expect((await signVoucher(privateKey, content)).split('.')[0]).toBe(payload)
  })

  test('is proven by the public key of the device that signed it, and by no other key', async () => {
    const [own, other] = [await makeSigningKey(), await makeSigningKey()]
    const read = parseVoucher(await signVoucher(own.privateKey, content))
    const keys = await Promise.all(
      [own, other].map(async (one) => await importPublicKey(await exportPublicKey(one))),
    )
    if (read === null) throw new Error('not read')
    const proven = await Promise.all(
      keys.map(async (key) => key !== null && (await isSigned(read, key))),
    )
    expect(proven).toEqual([true, false])
  })

  test('with spaces in its JSON is read too, because the signature covers the exact payload', async () => {
    const { privateKey, publicKey } = await makeSigningKey()
    const spaced = Buffer.from(JSON.stringify(list).replaceAll(',', ', ')).toString('base64url')
    const read = parseVoucher(await signPayload(privateKey, spaced))
    expect(read).toMatchObject(content)
    expect(read !== null && (await isSigned(read, publicKey))).toBe(true)
  })

  test.each<[string, string]>([
    ['no signature', payload],
    ['two signatures', `${voucher}.${signature}`],
    ['a line feed at its end', `${voucher}\n`],
    ['padding', `${payload}=.${signature}`],
    ['base64 that is not for URLs', `${payload}.${signature.replace('-', '+')}`],
    ['a second spelling of its last character', `${payload}.${signature.slice(0, -1)}x`],
    ['a long signature', `${payload}.${signature}AAAA`],
    ['5 kB', `${encoded([...list.slice(0, 5), 'x'.repeat(5_000), list[6]])}.${signature}`],
    ['no JSON', `${Buffer.from('[1,').toString('base64url')}.${signature}`],
    [
      'something after the JSON',
      `${Buffer.from(`${JSON.stringify(list)} 1`).toString('base64url')}.${signature}`,
    ],
    ['no UTF-8', `${Buffer.from([0x5b, 0xff, 0x5d]).toString('base64url')}.${signature}`],
    ['an object', withPayload({ ...list })],
    ['eight parts', withPayload([...list, 1])],
    ...list.map((_, index): [string, string] => [
      `a wrong part ${index}`,
      changed(index, index === 1 ? 7 : ''),
    ]),
    ['another version', changed(0, 2)],
    ['no UUID', changed(2, 'x')],
    ['a team with a line break', changed(4, 'a\nb')],
    ['a time with an offset', changed(6, '2026-05-09T10:15:30+02:00')],
    ['a day that does not exist', changed(6, '2026-02-30T10:15:30Z')],
  ])('is not read with %s', (_what, text) => {
    expect(parseVoucher(voucher)).not.toBeNull()
    expect(parseVoucher(text)).toBeNull()
  })

  test.each([
    ['a point off the curve', `${VECTOR.publicKey.slice(0, 40)}A${VECTOR.publicKey.slice(41)}`],
    ['a compressed point', `A${VECTOR.publicKey.slice(1, 44)}`],
    [
      'a hybrid point, which would be a second spelling of the same key',
      `Bx${VECTOR.publicKey.slice(2)}`,
    ],
    ['padding', `${VECTOR.publicKey}=`],
  ])('a key with %s is refused', async (_what, text) => {
    expect(await importPublicKey(text)).toBeNull()
  })

  test('can be looked for in any text, without an error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => `${Buffer.from(json).toString('base64url')}.${signature}`),
        ),
        (text) => {
          parseVoucher(text)
        },
      ),
    )
  })
})
