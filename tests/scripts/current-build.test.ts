import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { putInPlace } from '../../scripts/current-build'
import { ownFolder } from '../support/folder'

const path = ownFolder()

test('of two builds of the same sources the one finished first stays: a server may run from it', () => {
  for (const build of ['first', 'second']) {
    mkdirSync(path(build))
    writeFileSync(path(`${build}/page.json`), build)
    putInPlace(path(build), path('build'))
    expect(existsSync(path(build))).toBe(false)
    expect(readFileSync(path('build/page.json'), 'utf8')).toBe('first')
  }
})
