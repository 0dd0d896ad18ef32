import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Folders without sources of our own. */
const NOT_OURS = ['node_modules', 'dist', 'public']
const SOURCE = /\.(?:tsx?|mjs|css|html)$/

/** A comment's first word, unless the line continues the comment above it. */
const OPENING = /(?<!\/\/.*\n\s*)\/\/ *(\w+)|\/\*+[\s*]*(\w+)/g

const openings = (source: string) =>
  [...source.matchAll(OPENING)].map(([, line, block]) => line ?? block)

function sourcesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && !NOT_OURS.includes(name))
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) return sourcesIn(path)
      return SOURCE.test(path) ? [path] : []
    })
}

test('no comment opens with "What" or "Who": it says why, or names the thing', () => {
  const opensWithAQuestion = (path: string) =>
    openings(readFileSync(path, 'utf8')).some((word) => word === 'What' || word === 'Who')
  expect(sourcesIn('.').filter(opensWithAQuestion)).toEqual([])
})

test.each([
  ['/** Reads it. */', ['Reads']],
  ['/**\n * Reads it.\n * Then writes it.\n */', ['Reads']],
  ['call() // Reads it', ['Reads']],
  ['// Reads it.\n  // Then writes it.', ['Reads']],
])('the comments of %j open with %j', (source, words) => {
  expect(openings(source)).toEqual(words)
})
