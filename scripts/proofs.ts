import { readFileSync, writeFileSync } from 'node:fs'
import { BOOKS, readProofs, withProofs } from './citations'

// Writes under every rule, fault and abuse which test files cite it in a title; tests/architecture/citations.test.ts compares.
const proofs = readProofs()
for (const book of Object.values(BOOKS)) {
  writeFileSync(book, withProofs(readFileSync(book, 'utf8'), book, proofs))
}
