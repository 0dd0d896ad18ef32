import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every animation of the styles ends for those who want less motion', () => {
  const [, motion = '', still = ''] = readFileSync('src/styles.css', 'utf8').split(/@theme|prefers-reduced-motion: reduce/)
  const tokensIn = (css: string) => [...css.matchAll(/--animate-\w+(?=:)/g)].map(([token]) => token)
  expect(tokensIn(motion).length).toBeGreaterThan(0)
  expect(tokensIn(still)).toEqual(expect.arrayContaining(tokensIn(motion)))
})
