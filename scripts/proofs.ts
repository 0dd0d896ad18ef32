import { readFileSync } from 'node:fs'
import { BOOKS, definedIn, readProofs } from './citations'

// Prints, under each rule, fault and abuse, the test files that cite it in a title.
const proofs = readProofs()
for (const heading of BOOKS.flatMap((path) => definedIn(readFileSync(path, 'utf8')))) {
  process.stdout.write(
    `${heading}\n${(proofs.get(heading) ?? []).map((path) => `  ${path}\n`).join('')}`,
  )
}
