import { readdirSync, readFileSync } from 'node:fs'

/** The documents that define rules, faults and abuses, each under a heading: `### Rule 9`. */
export const BOOKS = ['docs/rules.md', 'docs/faults.md', 'docs/SECURITY.md']

const CITATION = /\b(rule|fault|abuse)s? (\d+(?:(?:, | and )\d+)*)/gi
const COMMENT = /^\s*(?:\/\/|\/?\*).*|\s\/\/\s.*$/gm
/** Tests of the architecture are about the repository; their citations are examples. */
const TEST_FILE = /^(?!architecture).*\.(test|spec)\.ts$/

/**
 * Returns the headings that a test file cites in its titles. Outside comments, a citation can only
 * be in a string, which is a title or a part of a title.
 */
export function citationsIn(source: string): string[] {
  const all = [...source.replace(COMMENT, '').matchAll(CITATION)].flatMap(
    ([, kind = '', list = '']) =>
      (list.match(/\d+/g) ?? []).map(
        (number) => `${kind[0]?.toUpperCase()}${kind.slice(1).toLowerCase()} ${number}`,
      ),
  )
  return [...new Set(all)]
}

/** Maps each heading to the test files that cite it in a title. */
export function readProofs(): Map<string, string[]> {
  const proofs = new Map<string, string[]>()
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
    TEST_FILE.test(name),
  )
  for (const path of names.map((name) => `tests/${name}`).sort()) {
    for (const heading of citationsIn(readFileSync(path, 'utf8')))
      proofs.set(heading, [...(proofs.get(heading) ?? []), path])
  }
  return proofs
}

/** The headings of the rules, faults or abuses that a document's text defines. */
export function definedIn(text: string): string[] {
  return [...text.matchAll(/^### ((?:Rule|Fault|Abuse) \d+)$/gm)].map(([, heading = '']) => heading)
}
