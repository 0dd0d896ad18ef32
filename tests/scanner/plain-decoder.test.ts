import { beforeAll, expect, test, vi } from 'vitest'
import type { DetectedCode } from '../../src/scanner/codes'
import { drawPicture, type Scene, type SeenCode } from './qr-picture'

const ADDRESS = 'https://natjecanje.example.hr/qr/01hzy3k5v2q8w9x7c6b4n3m2a1'

// Lockdown Mode has none either.
beforeAll(() => vi.stubGlobal('WebAssembly', undefined))

async function codesIn(...seen: SeenCode[]): Promise<readonly DetectedCode[]> {
  const { codesInPlainPicture } = await import('../../src/scanner/plain-decoder')
  const { width, height, luma } = drawPicture(seen)
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [at, light] of luma.entries()) data.set([light, light, light, 255], at * 4)
  return codesInPlainPicture({ data, width, height })
}

test.each<[how: string, Scene]>([
  ["at arm's length", { side: 110 }],
  ['turned and held at a slant', { side: 260, turned: 37, slant: 0.5 }],
  ['half in the shade', { side: 240, shade: 0.35 }],
  ['white on black', { side: 240, inverted: true }],
  ['on a bright screen', { side: 240, glare: 0.8 }],
])('fault 72: without WebAssembly a code %s is read', async (_how, scene) => {
  expect(await codesIn({ text: ADDRESS, scene })).toMatchObject([{ text: ADDRESS }])
})

test('fault 72: without WebAssembly a picture without a code holds none, and one of a pixel breaks nothing', async () => {
  expect(await codesIn()).toEqual([])
  const { codesInPlainPicture } = await import('../../src/scanner/plain-decoder')
  expect(codesInPlainPicture({ data: new Uint8ClampedArray(4), width: 1, height: 1 })).toEqual([])
})

test('fault 73: without WebAssembly both of two codes are read, with how far each is from the middle', async () => {
  const [left, right] = [
    { text: `${ADDRESS}/l`, scene: { side: 200, right: -190 } },
    { text: ADDRESS, scene: { side: 160, right: 60 } },
  ]
  const codes = await codesIn(left, right)
  const near = (text: string) => codes.find((code) => code.text === text)?.offMiddle ?? Number.NaN
  expect(near(left.text)).toBeCloseTo(190, -1)
  expect(near(right.text)).toBeCloseTo(60, -1)
})
