import { beforeAll, expect, test, vi } from 'vitest'
import type { DetectedCode } from '../../src/scanner/codes'
import { drawPixels, SCENES, type SeenCode } from './qr-picture'

const ADDRESS = 'https://natjecanje.example.hr/qr/01hzy3k5v2q8w9x7c6b4n3m2a1'

// As in Lockdown Mode.
beforeAll(() => vi.stubGlobal('WebAssembly', undefined))

async function codesIn(...seen: SeenCode[]): Promise<readonly DetectedCode[]> {
  const { codesInPlainPicture } = await import('../../src/scanner/plain-decoder')
  return codesInPlainPicture(drawPixels(seen))
}

test.each(SCENES)('fault 72: without WebAssembly a code %s is read', async (_how, scene) => {
  expect(await codesIn({ text: ADDRESS, scene })).toMatchObject([{ text: ADDRESS }])
})

test('fault 72: without WebAssembly, a picture without a code gives none, and a one-pixel picture breaks nothing', async () => {
  expect(await codesIn()).toEqual([])
  const { codesInPlainPicture } = await import('../../src/scanner/plain-decoder')
  expect(codesInPlainPicture({ data: new Uint8ClampedArray(4), width: 1, height: 1 })).toEqual([])
})

test('fault 73: without WebAssembly two codes are both read, each with its distance from the middle', async () => {
  const [left, right] = [
    { text: `${ADDRESS}/l`, scene: { side: 200, right: -190 } },
    { text: ADDRESS, scene: { side: 160, right: 60 } },
  ]
  const codes = await codesIn(left, right)
  const near = (text: string) => codes.find((code) => code.text === text)?.offMiddle ?? Number.NaN
  expect(near(left.text)).toBeCloseTo(190, -1)
  expect(near(right.text)).toBeCloseTo(60, -1)
})
