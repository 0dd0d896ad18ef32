import { readFileSync, writeFileSync } from 'node:fs'
import { BOOKS, readProofs, withProofs } from './citations'

// Lists under each rule, fault and abuse the test files that cite it in a title; tests/architecture/citations.test.ts checks the lists.
const proofs = readProofs()
for (const book of Object.values(BOOKS)) {
  writeFileSync(book, withProofs(readFileSync(book, 'utf8'), book, proofs))
}
