import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BOOKS, citationsIn, definedIn, readProofs } from '../../scripts/citations'

const proofs = readProofs()

test('every rule, fault and abuse that a title cites is defined in its book', () => {
  const defined = new Set(BOOKS.flatMap((path) => definedIn(readFileSync(path, 'utf8'))))
  expect([...proofs].filter(([heading]) => !defined.has(heading))).toEqual([])
})

describe.each(BOOKS.map((path) => ({ path, text: readFileSync(path, 'utf8') })))(
  '$path',
  ({ text }) => {
    test('defines each number once, in order and without gaps', () => {
      const headings = definedIn(text)
      expect(headings).toEqual(
        headings.map((heading, index) => heading.replace(/\d+/, String(index + 1))),
      )
    })

    test('is proven: each number that is not retired is cited in the title of a test', () => {
      const current = text
        .split(/^(?=### )/m)
        .filter((section) => !section.includes('**Retired.**'))
      expect(current.flatMap(definedIn).filter((heading) => !proofs.has(heading))).toEqual([])
    })
  },
)

test('only the titles of a test file count as citations, not its comments', () => {
  const source = [
    '/** Prepares fault 1. */',
    'test(`fault 2: a title`, () => {}) // and fault 3',
    '// fault 4',
    ' * fault 5',
    "  ['Rules 9 and 13, abuse 3: 1, 2']",
  ].join('\n')
  expect(citationsIn(source)).toEqual(['Fault 2', 'Rule 9', 'Rule 13', 'Abuse 3'])
})
