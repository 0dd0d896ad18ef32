import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type Kind = 'rule' | 'fault' | 'abuse'

const HEADINGS = { rule: 'Rule', fault: 'Fault', abuse: 'Abuse' } as const satisfies Record<Kind, string>

/** A rule, a fault or an abuse as spelled in its heading: `Rule 9`. */
export type Citation = `${(typeof HEADINGS)[Kind]} ${number}`

/** The document that defines each kind. */
export const BOOKS: Readonly<Record<Kind, string>> = {
  rule: 'docs/rules.md',
  fault: 'docs/faults.md',
  abuse: 'docs/SECURITY.md',
}

const FOLDERS = [
  'bench',
  'cli',
  'contract',
  'docs',
  'public',
  'rehearsal',
  'rules',
  'scripts',
  'server',
  'src',
  'sw',
  'tests',
  'texts',
]
const TEXT_FILE = /\.(ts|tsx|css|html|json|md|mjs|ya?ml)$/
/** Tests of the architecture are about the repository; their citations are examples. */
const TEST_FILE = /^tests\/(?!architecture\/).*\.(test|spec)\.ts$/
/** A citation may continue on the next line of a comment. */
const GAP = String.raw`(?:\s|\*|//)+`
const NUMBERS = String.raw`\d+(?:(?:\s*(?:,|[-–])\s*|\s+(?:and|or|to)\s+)\d+)*`
const CITATION = new RegExp(String.raw`\b(rule|fault|abuse)s?${GAP}(${NUMBERS})`, 'gi')
const RANGE = /(\d+)\s*(?:[-–]|to)\s*(\d+)/g
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/
const TRAILING_COMMENT = /\s\/\/\s.*$/

function numbersIn(list: string): number[] {
  const ranges = [...list.matchAll(RANGE)].flatMap(([, from, to]) => {
    const length = Math.max(0, Number(to) - Number(from))
    return Array.from({ length }, (_, index) => Number(from) + index)
  })
  return [...ranges, ...(list.match(/\d+/g) ?? []).map(Number)]
}

/** The rules, faults and abuses that a text cites, without duplicates: 'rules 9 and 13', 'faults 46 to 52', 'fault 10, 11'. */
export function citationsIn(text: string): Citation[] {
  const all = [...text.matchAll(CITATION)].flatMap(([, kind = '', list = '']) =>
    // The pattern matches no other word.
    numbersIn(list).map((number): Citation => `${HEADINGS[kind.toLowerCase() as Kind]} ${number}`),
  )
  return [...new Set(all)]
}

/**
 * The citations in the titles of a test file. Outside comments a citation can only be in a string, which is a title or part
 * of one.
 */
export function citationsInTitles(source: string): Citation[] {
  const code = source.split('\n').filter((line) => !COMMENT_LINE.test(line))
  return citationsIn(code.map((line) => line.replace(TRAILING_COMMENT, '')).join('\n'))
}

/** A title with a computed number (`fault ${number}`, `fault %i`) cannot be found by searching. */
export function hasComputedCitation(source: string): boolean {
  return /\b(?:rule|fault|abuse)s?\s+(?:\$\{|%[sdi])/i.test(source)
}

function filesUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => TEXT_FILE.test(name)).map((name) => `${folder}/${name}`)
}

/** Every text file of the repository that may contain citations, relative to its root. */
export function citingFiles(): string[] {
  const atRoot = readdirSync('.').filter((name) => TEXT_FILE.test(name) && name !== 'package-lock.json')
  return [...atRoot, ...FOLDERS.filter((folder) => existsSync(folder)).flatMap(filesUnder)]
}

/** The test files whose titles may contain citations. */
export function testFiles(): string[] {
  return citingFiles().filter((path) => TEST_FILE.test(path))
}

/** Maps each citation to the test files whose titles contain it. */
export function readProofs(): Map<Citation, string[]> {
  const proofs = new Map<Citation, string[]>()
  for (const path of testFiles()) {
    for (const citation of citationsInTitles(readFileSync(path, 'utf8'))) {
      proofs.set(citation, [...(proofs.get(citation) ?? []), path].sort())
    }
  }
  return proofs
}

const SECTION = /^### ((?:Rule|Fault|Abuse) \d+)$/gm

/** The rules, faults or abuses that a document defines. */
export function definedIn(book: string): Citation[] {
  // The pattern matches nothing else.
  return [...book.matchAll(SECTION)].map(([, heading]) => heading as Citation)
}
