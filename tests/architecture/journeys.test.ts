import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'tests/e2e'
const FOUNDED = /foundTeam\(\w+, people, '([^']+)'/g

test('journeys share a database per worker, so no two found a team of the same name', () => {
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
