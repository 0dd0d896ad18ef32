import { describe, expect, test } from 'vitest'
import { themeColor, themeColors } from '../../scripts/theme-colors'

const THEMES = ['dark', 'light'] as const
const GROUNDS = ['sky', 'surface', 'raised']
/** WCAG AAA, because text is read at arm's length, in a hall, on a greasy screen. */
const LEGIBLE = 7
/** WCAG 2.2, 1.4.11: the borders of controls. */
const DISTINCT = 3

/** The backgrounds of a star, including the glow at the top of a card. */
const SKIES = [...GROUNDS, 'glow']
/** The contrast of an unlit star, which should be just visible. */
const FAINT = { least: 1.8, most: 4 }

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((index) => Number.parseInt(color.slice(index, index + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(THEMES)('the %s theme', (theme) => {
  const ratio = (one: string, other: string) =>
    contrast(themeColor(theme, one), themeColor(theme, other))

  test.each(['ink', 'soft', 'accent', 'warn', 'danger'])(
    '%s is legible on every background',
    (token) => {
      for (const ground of GROUNDS)
        expect(ratio(token, ground), `${token} on ${ground}`).toBeGreaterThanOrEqual(LEGIBLE)
    },
  )

  test.each([
    ['on-accent', 'brand'],
    ['on-danger', 'danger'],
  ])('%s is legible on the fill %s', (text, fill) => {
    expect(ratio(text, fill)).toBeGreaterThanOrEqual(LEGIBLE)
  })

  test('lit stars stand out on every background, by their fill or their outline, and unlit ones are faint', () => {
    for (const sky of SKIES) {
      const lit = Math.max(ratio('brand', sky), ratio('on-accent', sky))
      expect(lit, `a lit star on ${sky}`).toBeGreaterThanOrEqual(LEGIBLE)
      expect(ratio('faint', sky), `an unlit star on ${sky}`).toBeGreaterThanOrEqual(FAINT.least)
      expect(ratio('faint', sky), `an unlit star on ${sky}`).toBeLessThanOrEqual(FAINT.most)
      expect(ratio('gold', sky), `a treasure on ${sky}`).toBeGreaterThanOrEqual(DISTINCT)
    }
  })

  test('the borders of controls are distinct', () => {
    for (const ground of GROUNDS)
      expect(ratio('edge', ground), `edge on ${ground}`).toBeGreaterThanOrEqual(DISTINCT)
  })
})

test('both themes have the same tokens', () => {
  expect([...themeColors('light').keys()].toSorted()).toEqual(
    [...themeColors('dark').keys()].toSorted(),
  )
})
