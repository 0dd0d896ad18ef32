import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'tests/e2e'
const FOUNDED = /foundTeam\(\w+, people, '([^']+)'/g

test('no two journeys create teams of the same name, because they share a database', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.spec.ts'),
  )
  const founded = files.flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(FOUNDED)].map(([, name = '']) => ({
      name,
      file,
    })),
  )
  expect(founded.length).toBeGreaterThan(20)
  const twice = founded.filter(
    ({ name }, at) => founded.findIndex((one) => one.name === name) !== at,
  )
  expect(twice).toEqual([])
})
