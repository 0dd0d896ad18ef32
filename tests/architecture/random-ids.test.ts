import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesUnder } from './import-direction'

test('pages draw ids only by randomUuid: over plain http from another machine crypto.randomUUID is missing', () => {
  const users = ['contract', 'rules', 'src']
    .flatMap(sourcesUnder)
    .filter((path) => readFileSync(path, 'utf8').includes('crypto.randomUUID('))
  expect(users).toEqual(['src/api/call.ts'])
})
