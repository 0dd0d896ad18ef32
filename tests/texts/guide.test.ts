import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const GUIDE = readFileSync('docs/vodic.md', 'utf8')
const MAX_WORDS = 1_500

/**
 * The source of all texts. Words on a screen are a string literal in it, or the beginning of one.
 */
const TEXTS = readdirSync('texts')
  .map((file) => readFileSync(`texts/${file}`, 'utf8'))
  .join('\n')
  .replaceAll('\\u00a0', ' ')
const isOnScreen = (words: string) =>
  [`'${words}'`, `'${words}.'`, `\`${words}`, `'${words} `].some((literal) =>
    TEXTS.includes(literal),
  )

test('the organisers’ guide quotes only words that a screen shows', () => {
  const quoted = [...GUIDE.matchAll(/„([^”]+)”/g)].map(([, words = '']) => words)
  expect(quoted.length).toBeGreaterThan(40)
  expect(quoted.filter((words) => !isOnScreen(words))).toEqual([])
})

test('the organisers’ guide has fewer than 1,500 words', () => {
  expect(GUIDE.split(/\s+/).length).toBeLessThan(MAX_WORDS)
})
