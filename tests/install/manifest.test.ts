import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeColor } from '../../scripts/theme-colors'

interface Image {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose?: string
  readonly form_factor?: string
}
interface Manifest {
  readonly [member: string]: unknown
  readonly icons: readonly Image[]
  readonly screenshots: readonly Image[]
}

const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest
const { icons, screenshots } = manifest

/** Width and height from a PNG's header. */
function sizeOf(src: string): string {
  const png = readFileSync(`public${src}`)
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

test('the manifest has the colours of the dark theme, and locks no orientation', () => {
  const sky = themeColor('dark', 'sky')
  // Expect no fixed orientation, because a phone may be mounted on a wheelchair.
  expect(manifest).toMatchObject({ background_color: sky, theme_color: sky, orientation: 'any' })
})

test.each([...icons, ...screenshots].filter(({ type }) => type === 'image/png'))(
  '$src has $sizes pixels',
  ({ src, sizes }) => {
    expect(sizeOf(src)).toBe(sizes)
  },
)

test.each(['any', 'maskable', 'monochrome'])(
  'there are icons of 192 and 512 pixels for the purpose %s',
  (purpose) => {
    const sizes = icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  },
)

test.each(['narrow', 'wide'])(
  'an install dialog gets at least two %s screenshots of one size',
  (factor) => {
    const sizes = screenshots
      .filter(({ form_factor }) => form_factor === factor)
      .map((image) => image.sizes)
    expect(sizes.length).toBeGreaterThanOrEqual(2)
    expect(new Set(sizes).size).toBe(1)
  },
)
