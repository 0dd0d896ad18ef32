import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  BOOKS,
  citationsIn,
  citationsInTitles,
  citingFiles,
  definedIn,
  hasComputedCitation,
  readProofs,
  testFiles,
} from '../../scripts/citations'

/** This file's examples cite numbers that do not exist. */
const THIS_FILE = 'tests/architecture/citations.test.ts'

const books = [
  { heading: 'Rule', path: BOOKS.rule },
  { heading: 'Fault', path: BOOKS.fault },
  { heading: 'Abuse', path: BOOKS.abuse },
].map((book) => ({ ...book, text: readFileSync(book.path, 'utf8') }))

test('every rule, fault and abuse that anything cites is defined in its book', () => {
  const defined = new Set(books.flatMap(({ text }) => definedIn(text)))
  const undefinedOnes = citingFiles()
    .filter((path) => path !== THIS_FILE)
    .flatMap((path) => citationsIn(readFileSync(path, 'utf8')).map((citation) => ({ path, citation })))
    .filter(({ citation }) => !defined.has(citation))
  expect(undefinedOnes).toEqual([])
})

test('titles spell out the numbers that they cite', () => {
  expect(hasComputedCitation(`fault ${'$'}{cited}: a title`)).toBe(true)
  expect(testFiles().filter((path) => hasComputedCitation(readFileSync(path, 'utf8')))).toEqual([])
})

describe.each(books)('$path', ({ heading, path, text }) => {
  test('defines each number once, in order and without gaps', () => {
    const headings = definedIn(text)
    expect(headings).toEqual(headings.map((_, index) => `${heading} ${index + 1}`))
  })

  test('is proven: a test cites each number that is not retired in its title', () => {
    const proofs = readProofs()
    const current = text.split(/^(?=### )/m).filter((section) => !section.includes('**Retired.**'))
    expect(current.flatMap(definedIn).filter((heading) => !proofs.has(heading))).toEqual([])
  })
})

test.each([
  ['one', 'a comment on rule 9.', ['Rule 9']],
  ['two', 'Rules 9 and 13', ['Rule 9', 'Rule 13']],
  ['a list', '(fault 10, 11)', ['Fault 10', 'Fault 11']],
  ['a range', 'faults 46 to 48', ['Fault 46', 'Fault 47', 'Fault 48']],
  ['several kinds', 'fault 40, rule 10, abuse 3: sent twice', ['Abuse 3', 'Fault 40', 'Rule 10']],
  ['no numbers after a colon', 'rule 8: 1, 2, 2, 4', ['Rule 8']],
  ['one broken over two lines', '/**\n * see fault\n * 12\n */', ['Fault 12']],
])('reads %s', (_what, text, citations) => {
  expect(citationsIn(text).sort()).toEqual([...citations].sort())
})

test('a test file proves what its titles cite, not what its comments do', () => {
  const source = [
    '/** Prepares fault 1. */',
    'test(`fault 2: a title`, () => {}) // and fault 3',
    '// fault 4',
    "  ['fault 5']",
  ].join('\n')
  expect(citationsInTitles(source)).toEqual(['Fault 2', 'Fault 5'])
})
