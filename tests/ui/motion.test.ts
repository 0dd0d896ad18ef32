import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/styles.css', 'utf8')

test('every animation token has a value for reduced motion', () => {
  const [theme = '', reduced = ''] = css
    .slice(css.indexOf('@theme'))
    .split('prefers-reduced-motion: reduce')
  const tokensIn = (part: string) =>
    [...part.matchAll(/--animate-\w+(?=:)/g)].map(([token]) => token)
  expect(tokensIn(theme).length).toBeGreaterThan(0)
  expect(tokensIn(reduced)).toEqual(expect.arrayContaining(tokensIn(theme)))
})

test.each(['sheen', 'spark'])('the light %s lasts at most a second and ends invisible', (light) => {
  const [, ms] = new RegExp(`--animate-${light}: ${light} (\\d+)ms .*both;`).exec(css) ?? []
  expect(Number(ms)).toBeLessThanOrEqual(1_000)
  const [, end] = new RegExp(`@keyframes ${light} \\{[^@]*? to \\{([^}]*)\\}`).exec(css) ?? []
  expect(end).toContain('opacity: 0;')
})
