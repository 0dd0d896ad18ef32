import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesUnder } from './import-direction'

const FOLDERS = ['contract', 'rules', 'texts', 'src', 'sw', 'server', 'cli', 'rehearsal', 'scripts']
/** Blocks that extend types of the platform or of a library: these are no second declaration. */
const AMBIENT = /^declare (?:global|module .*) \{$[\s\S]*?^\}$/gm
const DECLARATION =
  /^\s*(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)(?=<| [={]| extends| implements)/gm

const declaredIn = (source: string) =>
  [...source.replaceAll(AMBIENT, '').matchAll(DECLARATION)].map(([, name = '']) => name)

test('no name of a type, interface or class is declared twice', () => {
  const files = new Map<string, string[]>()
  for (const path of FOLDERS.flatMap(sourcesUnder).filter((name) => !name.endsWith('.d.ts'))) {
    for (const name of declaredIn(readFileSync(path, 'utf8')))
      files.set(name, [...(files.get(name) ?? []), path])
  }
  expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test.each([
  ['type Team = string', ['Team']],
  ['export interface Team<T> extends Base {', ['Team']],
  ['export abstract class Team extends Base {', ['Team']],
  ['function read() {\n  type Row = string\n}', ['Row']],
  ["import type { Team } from './team'\nexport type { Team }", []],
  ['declare global {\n  interface Window {\n    at: number\n  }\n}\ninterface Team {}', ['Team']],
])('%j declares %j', (source, names) => {
  expect(declaredIn(source)).toEqual(names)
})
