import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { randomUuid } from '../../src/api/call'
import { sourcesUnder } from './import-direction'

test('pages draw ids only by randomUuid: over plain http from another machine crypto.randomUUID is missing', () => {
  const users = ['contract', 'rules', 'src']
    .flatMap(sourcesUnder)
    .filter((path) => readFileSync(path, 'utf8').includes('crypto.randomUUID('))
  expect(users).toEqual(['src/api/call.ts'])
})

test('without crypto.randomUUID an id is still a UUID of version 4', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(randomUuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  vi.unstubAllGlobals()
})
