import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_ONLY } from '../../scripts/page-contract'

const IMPORT = /import (?:type )?\{([^}]*)\} from '#contract\/calls\/[\w-]+'/g

/** Finds where a source reads a part of a call that the build leaves out of page and worker. */
function readsIn(source: string): string[] {
  const calls = [...source.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ').at(-1) ?? ''),
  )
  const parts = [...SERVER_ONLY].join('|')
  return calls
    .filter((name) => name !== '' && !name.startsWith('type '))
    .flatMap((name) => source.match(new RegExp(`\\b${name}\\.(?:${parts})\\b`, 'g')) ?? [])
}

test('page and worker read no part of a call that the build keeps for the server', () => {
  const files = ['src', 'sw'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    readsIn(readFileSync(file, 'utf8')).map((read) => `${file}: ${read}`),
  )
  expect(found).toEqual([])
  expect(readsIn("import { register } from '#contract/calls/register'\nregister.input")).toEqual([
    'register.input',
  ])
})
