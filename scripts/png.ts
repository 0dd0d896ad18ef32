import { PNG } from 'pngjs'

const TRUE_COLOR = 2
const TRUE_COLOR_ALPHA = 6
/** zlib's default strategy, where pngjs uses run lengths only, and no filter: smallest for flat drawings and screens. */
const SMALLEST = { filterType: 0, deflateStrategy: 0, deflateLevel: 9 } as const

function isOpaque({ data }: PNG): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0xff) return false
  return true
}

/** Re-encodes a PNG (a browser's screenshot) to make it smaller. */
export function shrinkPng(png: Buffer): Buffer {
  const picture = PNG.sync.read(png)
  return PNG.sync.write(picture, { ...SMALLEST, colorType: isOpaque(picture) ? TRUE_COLOR : TRUE_COLOR_ALPHA })
}
