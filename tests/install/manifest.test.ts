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
  readonly label?: string
}
interface Manifest {
  readonly [member: string]: unknown
  readonly icons: readonly Image[]
  readonly screenshots: readonly Image[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Image[] }[]
}

const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest
const { icons, screenshots, shortcuts } = manifest
const images = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
const pictureOf = ({ src }: Pick<Image, 'src'>) => PNG.sync.read(readFileSync(`public${src}`))
const ofPurpose = (purpose: string) => icons.filter((icon) => (icon.purpose ?? 'any') === purpose)

describe('the manifest', () => {
  test('has these members, spelt like this, and no others', () => {
    const { icons: _icons, screenshots: _screenshots, shortcuts: _shortcuts, ...others } = manifest
    expect(others).toEqual({
      id: '/',
      name: 'GeekQuest',
      short_name: 'GeekQuest',
      description: expect.stringMatching(/^\p{Lu}.+\.$/u),
      lang: 'hr',
      dir: 'ltr',
      scope: '/',
      start_url: '/',
      display: 'standalone',
      display_override: ['standalone', 'minimal-ui'],
      // The orientation is not locked: the phone may be mounted on a wheelchair.
      orientation: 'any',
      categories: ['games', 'entertainment'],
      background_color: themeColor('dark', 'sky'),
      theme_color: themeColor('dark', 'sky'),
      // A launch keeps the current screen, and the page decides where to navigate.
      launch_handler: { client_mode: ['focus-existing', 'auto'] },
    })
  })

  test('has shortcuts whose URLs are valid return paths after a sign-in', () => {
    expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Skeniraj', '/?skeniraj=1'],
      ['Moja Kartica', '/player'],
    ])
    for (const { url } of shortcuts) expect(parseReturnPath(url)).toBe(url)
  })
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

function opacities({ data }: PNG): Set<number> {
  return new Set(data.filter((_, index) => index % 4 === 3))
}

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
    const reach = reachOfMark(pictureOf(icon))
    expect(reach).toBeLessThanOrEqual(0.8)
    // Nor is it too small.
    expect(reach).toBeGreaterThan(0.6)
  })

  test.each(ofPurpose('maskable'))('$src has an opaque background up to the edge, because it is cut to any shape', (icon) => {
    expect([...opacities(pictureOf(icon))]).toEqual([255])
  })

  test.each(ofPurpose('monochrome'))('$src is a silhouette, because only its opacity counts', (icon) => {
    const picture = pictureOf(icon)
    expect(picture.data.readUInt32BE(0) & 0xff).toBe(0)
    expect(opacities(picture)).toContain(255)
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

describe('the screenshots', () => {
  test.each(['narrow', 'wide'])('%s: at least two of one aspect ratio, each with a label', (factor) => {
    const shown = screenshots.filter(({ form_factor }) => form_factor === factor)
    expect(shown.length).toBeGreaterThanOrEqual(2)
    expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1)
    for (const { label } of shown) expect(label).toMatch(/^\p{Lu}\p{L}+ .*[^.]$/u)
  })

  test.each(screenshots)('$src has a size that install dialogs accept', (image) => {
    const { width, height } = pictureOf(image)
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    expect(short).toBeGreaterThanOrEqual(320)
    expect(long).toBeLessThanOrEqual(3840)
    expect(long / short).toBeLessThanOrEqual(2.3)
    expect(width < height ? 'narrow' : 'wide').toBe(image.form_factor)
  })
})
