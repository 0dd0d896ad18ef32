import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { stageFiles } from '#cli/files/files'
import { createFolder, type Folder } from '../support/folder'

const FILES = [
  { name: 'a', extension: '.csv', text: 'table' },
  { name: 'b', extension: '.html', text: 'sheet' },
]

describe('new files', () => {
  let path: Folder
  beforeEach(() => {
    path = createFolder()
    return path.remove
  })

  test('have no name until they are published, and are complete from then on', async () => {
    const files = await stageFiles(path('x/y'), FILES)
    expect(readdirSync(path('x/y')).filter((name) => !name.startsWith('.'))).toEqual([])
    expect(await files.publish()).toEqual([path('x/y/a.csv'), path('x/y/b.html')])
    expect(readdirSync(path('x/y')).sort()).toEqual(['a.csv', 'b.html'])
    expect(readFileSync(path('x/y/a.csv'), 'utf8')).toBe('table')
  })

  test('never replace another file, even one created meanwhile, and share one number', async () => {
    writeFileSync(path('a.csv'), 'mine')
    const files = await stageFiles(path(), FILES)
    writeFileSync(path('b-2.html'), 'mine too')
    expect(await files.publish()).toEqual([path('a-3.csv'), path('b-3.html')])
    expect(readdirSync(path()).sort()).toEqual(['a-3.csv', 'a.csv', 'b-2.html', 'b-3.html'])
    expect(readFileSync(path('a.csv'), 'utf8')).toBe('mine')
  })

  test('of two parallel runs get different names', async () => {
    const both = await Promise.all([stageFiles(path(), FILES), stageFiles(path(), FILES)])
    const names = (await Promise.all(both.map((files) => files.publish()))).flat()
    expect(new Set(names).size).toBe(4)
    expect(
      readdirSync(path())
        .map((name) => path(name))
        .sort(),
    ).toEqual(names.sort())
  })

  test('that are discarded leave none', async () => {
    const files = await stageFiles(path('x/y'), FILES)
    await files.discard()
    expect(readdirSync(path('x/y'))).toEqual([])
  })

  test('that cannot be written say why and leave nothing', async () => {
    writeFileSync(path('file'), '')
    await expect(stageFiles(path('file/x'), FILES)).rejects.toThrow(
      `The files cannot be written into ${path('file/x')}: a part of the path is a file; nothing was made.`,
    )
    await expect(stageFiles(path('file'), FILES)).rejects.toThrow('a file with that name is in its place; nothing was made.')
    expect(readdirSync(path())).toEqual(['file'])
  })

  test('that fail half way, as on a full disk, leave nothing', async () => {
    // The system's file size limit interrupts the second one.
    const script = `
      import { stageFiles } from './cli/files/files'
      const file = (name, length) => ({ name, extension: '.txt', text: 'x'.repeat(length) })
      await stageFiles(${JSON.stringify(path('x'))}, [file('a', 10), file('b', 100_000)]).catch((error) => console.log(error.message))`
    const command = `ulimit -f 50; exec "$0" --import tsx --input-type=module -e "$1"`
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script])
    expect(stdout).toBe(
      `The files cannot be written into ${path('x')}: the file would be larger than is allowed; nothing was made.\n`,
    )
    expect(readdirSync(path('x'))).toEqual([])
  })
})
