import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { codesIn as textsOf } from '../../src/scanner/codes'
import type { DecoderAnswer, DecoderRequest } from '../../src/scanner/decoder-worker'
import { drawPixels, SCENES, type SeenCode } from './qr-picture'

const ADDRESS = 'https://natjecanje.example.hr/s/arkade-01'

/** Pixels of four bytes each, as in a browser. */
class PixelData {
  readonly colorSpace = 'srgb'
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

const listeners: ((event: { data: DecoderRequest }) => void)[] = []
const answers = vi.fn<(answer: DecoderAnswer) => void>()

beforeAll(async () => {
  vi.stubGlobal('ImageData', PixelData)
  vi.stubGlobal('DOMRectReadOnly', class {})
  vi.stubGlobal(
    'addEventListener',
    (_type: string, listener: (event: { data: DecoderRequest }) => void) =>
      listeners.push(listener),
  )
  vi.stubGlobal('postMessage', answers)
  const wasm = readFileSync(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  )
  vi.stubGlobal(
    'fetch',
    async () => new Response(wasm, { headers: { 'content-type': 'application/wasm' } }),
  )
  await import('../../src/scanner/decoder-worker')
})

/** The time limit of the first picture, which waits until the decoder is compiled (ms). */
const FIRST_MS = 20_000
let asked = 0

/** Sends a picture of the camera to the decoder's worker and returns its answer. */
async function codesIn(...seen: SeenCode[]): Promise<DecoderAnswer['codes']> {
  const { data, width, height } = drawPixels(seen)
  const number = ++asked
  for (const listener of listeners)
    listener({ data: { number, pixels: data.buffer, width, height } })
  return await vi.waitFor(() => {
    const answer = answers.mock.calls.map(([one]) => one).find((one) => one.number === number)
    if (answer === undefined) throw new Error('no answer yet')
    return answer.codes
  }, FIRST_MS)
}

test.each(SCENES)('a code %s is read', async (_how, scene) => {
  expect(await codesIn({ text: ADDRESS, scene })).toMatchObject([{ text: ADDRESS }])
})

test('a picture without a code gives no text', async () => {
  expect(await codesIn()).toEqual([])
})

test('fault 73: two codes in a picture are both read, each with its distance from the middle', async () => {
  const [left, right] = [
    { text: `${ADDRESS}/l`, scene: { side: 200, right: -190 } },
    { text: ADDRESS, scene: { side: 160, right: 60 } },
  ]
  const codes = await codesIn(left, right)
  expect(
    Object.fromEntries(
      codes?.map(({ text, offMiddle }) => [text, Math.round(offMiddle / 10)]) ?? [],
    ),
  ).toEqual({
    [left.text]: 19,
    [right.text]: 6,
  })
})

test('fault 72: a reader’s result without text is ignored', () => {
  expect(textsOf([{}, { rawValue: '', cornerPoints: [] }], { width: 640, height: 480 })).toEqual([])
})
