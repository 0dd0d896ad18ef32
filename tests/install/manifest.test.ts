import { existsSync, readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { IPHONE_SCREENS, startImage } from '../../scripts/iphone-screens'
import { themeColor } from '../../scripts/theme-colors'
import { parseReturnPath } from '../../src/session/paths'

interface Image {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose?: string
  readonly form_factor?: string
}
interface Manifest {
  readonly background_color: string
  readonly theme_color: string
  readonly orientation: string
  readonly icons: readonly Image[]
  readonly screenshots: readonly Image[]
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Image[] }[]
}

const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest
const { icons, screenshots, shortcuts } = manifest
const images = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
const pictureOf = ({ src }: Pick<Image, 'src'>) => PNG.sync.read(readFileSync(`public${src}`))
const ofPurpose = (purpose: string) => icons.filter((icon) => (icon.purpose ?? 'any') === purpose)

test('the manifest has the colours of the dark theme, locks no orientation, and its shortcuts are opened after a sign-in too', () => {
  const sky = themeColor('dark', 'sky')
  // The phone may be mounted on a wheelchair.
  expect(manifest).toMatchObject({ background_color: sky, theme_color: sky, orientation: 'any' })
  expect(shortcuts.map(({ url }) => parseReturnPath(url))).toEqual(['/?skeniraj=1', '/player'])
})

/** How far from the centre pixels differ in colour from the corner: 1 = the edge. */
function reachOfMark({ width, height, data }: PNG): number {
  const colorAt = (x: number, y: number) => data.readUInt32BE((y * width + x) * 4)
  let farthest = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (colorAt(x, y) === colorAt(0, 0)) continue
      farthest = Math.max(farthest, Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) / (width / 2))
    }
  }
  return farthest
}

const opacities = ({ data }: PNG) => new Set(data.filter((_, index) => index % 4 === 3))

describe('the icons', () => {
  test.each(images.filter(({ type }) => type === 'image/png'))('$src has $sizes pixels', (image) => {
    const { width, height } = pictureOf(image)
    expect(`${width}x${height}`).toBe(image.sizes)
  })

  test('exist as SVG, and in 192 and 512 pixels for every purpose', () => {
    expect(icons.filter(({ type }) => type === 'image/svg+xml').every(({ src }) => existsSync(`public${src}`))).toBe(true)
    for (const purpose of ['any', 'maskable', 'monochrome']) {
      const sizes = ofPurpose(purpose).map((icon) => icon.sizes)
      expect(sizes, purpose).toEqual(expect.arrayContaining(['192x192', '512x512']))
    }
    for (const shortcut of shortcuts) expect(shortcut.icons.map((icon) => icon.sizes)).toContain('96x96')
  })

  test.each([...ofPurpose('maskable'), ...ofPurpose('monochrome')])('$src keeps its logo within the safe zone', (icon) => {
    const picture = pictureOf(icon)
    const reach = reachOfMark(picture)
    expect(reach).toBeLessThanOrEqual(0.8)
    expect(reach, 'nor is it too small').toBeGreaterThan(0.6)
    // A maskable one is cut to any shape; of a silhouette only its opacity counts.
    if (icon.purpose === 'maskable') expect([...opacities(picture)]).toEqual([255])
    else expect([picture.data.readUInt8(3), opacities(picture).has(255)]).toEqual([0, true])
  })

  test('the iPhone icon is not transparent, because iOS shows transparency as black', () => {
    const picture = pictureOf({ src: '/icons/apple-touch-180.png' })
    expect([picture.width, picture.height, ...opacities(picture)]).toEqual([180, 180, 255])
  })

  test.each(IPHONE_SCREENS)(
    'the startup image of an iPhone with $width × $height at $ratio is as large as its screen',
    (screen) => {
      const { width, height } = pictureOf({ src: startImage(screen) })
      expect([width, height]).toEqual([screen.width * screen.ratio, screen.height * screen.ratio])
      expect(readFileSync(`public${startImage(screen)}`).length).toBeLessThan(30_000)
    },
  )
})

test.each(['narrow', 'wide'])('at least two %s screenshots have one size, which install dialogs accept', (factor) => {
  const shown = screenshots.filter(({ form_factor }) => form_factor === factor)
  expect(shown.length).toBeGreaterThanOrEqual(2)
  expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1)
  const { width, height } = pictureOf(shown[0] ?? { src: '' })
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  expect([short >= 320, long <= 3840, long / short <= 2.3, width < height]).toEqual([true, true, true, factor === 'narrow'])
})
