import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GZIP_FROM_BYTES, gzipAnswer } from '#server/http/answers'
import { atTheBooth } from '../support/booth'
import { foundTeam, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const answer = (text: string, bulk: readonly Buffer[] | null) => ({ text, bulk })

describe('a compressed answer', () => {
  test('unpacks to the same text, however it is divided and however often its shared part is sent', async () => {
    const json = fc.string({ unit: 'binary', maxLength: 4_000, size: 'max' })
    await fc.assert(
      fc.asyncProperty(json, fc.option(fc.array(json, { maxLength: 3 })), async (text, shared) => {
        const bulk = shared?.map((part) => Buffer.from(part)) ?? null
        for (let round = 0; round < 2; round++) {
          const whole = Buffer.concat([Buffer.from(text), ...(bulk ?? [])])
          const parts = await gzipAnswer(answer(text, bulk), 'gzip')
          if (parts === null) expect(text.length + Buffer.concat(bulk ?? []).length).toBeLessThan(GZIP_FROM_BYTES)
          else expect(gunzipSync(Buffer.concat(parts)).equals(whole)).toBe(true)
        }
      }),
      // Shrinking long texts takes longer than a test may, and tells nothing.
      { endOnFailure: true },
    )
  })

  test('is whole where its shared part is empty', async () => {
    const text = 'x'.repeat(GZIP_FROM_BYTES)
    const parts = await gzipAnswer(answer(text, [Buffer.from('')]), 'gzip')
    expect(gunzipSync(Buffer.concat(parts ?? [])).toString()).toBe(text)
  })

  test('compresses what many answers share only once', async () => {
    const bulk = Buffer.from('x'.repeat(100_000))
    const [first, second] = [await gzipAnswer(answer('a', [bulk]), 'gzip'), await gzipAnswer(answer('bc', [bulk]), 'gzip')]
    expect(first?.[2]).toBe(second?.[2])
    expect(gunzipSync(Buffer.concat(second ?? [])).toString()).toBe(`bc${bulk.toString()}`)
  })

  test('is left as it is where an own part is too long for one block', async () => {
    expect(await gzipAnswer(answer('x'.repeat(70_000), [Buffer.from('y')]), 'gzip')).toBeNull()
  })
})

describe('a large answer of the API', () => {
  const game = useGame('sqlite')

  test.each([
    ['gzip', 'gzip, deflate, br, zstd'],
    ['gzip', 'GZIP'],
    [undefined, 'gzip;q=0'],
    [undefined, 'br'],
    [undefined, ''],
  ])('is sent as %s to a client that accepts %j, with its length', async (encoding, accepted) => {
    const { team } = await atTheBooth(game())
    for (let teams = 0; teams < 20; teams++) await foundTeam(game())
    const ask = (headers: Record<string, string>) => team.captain.api.raw({ action: 'team', option: 'list' }, '', headers)
    const [plain, response] = [await ask({}), await ask({ 'accept-encoding': accepted })]
    expect(plain.rawPayload.length).toBeGreaterThan(GZIP_FROM_BYTES)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    const body = encoding === undefined ? response.rawPayload : gunzipSync(response.rawPayload)
    expect(body.equals(plain.rawPayload)).toBe(true)
    if (encoding !== undefined) expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  test('a small one is not compressed', async () => {
    const { api } = await signUp(game())
    const response = await api.raw({ action: 'login' }, '', { 'accept-encoding': 'gzip' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json().status).toBe('OK')
  })
})
