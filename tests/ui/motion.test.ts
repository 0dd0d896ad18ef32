import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every animation of the styles ends for those who want less motion', () => {
  const [, motion = '', still = ''] = readFileSync('src/styles.css', 'utf8').split(
    /@theme|prefers-reduced-motion: reduce/,
  )
  const tokensIn = (css: string) => [...css.matchAll(/--animate-\w+(?=:)/g)].map(([token]) => token)
  expect(tokensIn(motion).length).toBeGreaterThan(0)
  expect(tokensIn(still)).toEqual(expect.arrayContaining(tokensIn(motion)))
})

test.each(['sheen', 'spark'])('the light %s is gone within a second, wherever it ends', (light) => {
  const css = readFileSync('src/styles.css', 'utf8')
  const [, ms] = new RegExp(`--animate-${light}: ${light} (\\d+)ms .*both;`).exec(css) ?? []
  expect(Number(ms)).toBeLessThanOrEqual(1_000)
  const [, end] = new RegExp(`@keyframes ${light} \\{[^@]*? to \\{([^}]*)\\}`).exec(css) ?? []
  expect(end).toContain('opacity: 0;')
})
