import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepAs } from '#cli/swap-file'

const folder = mkdtempSync(join(tmpdir(), 'geekquest-swap-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fail = (code: string) => () => {
  throw Object.assign(new Error(`${code}: link`), { code })
}

test.each(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'])(
  'a volume without hard links (%s) keeps the old database as a copy with the same rights',
  (code) => {
    const [file, name] = [join(folder, `${code}.db`), join(folder, `${code}.before`)]
    writeFileSync(file, 'the event', { mode: 0o600 })
    keepAs(file, name, fail(code))
    expect(readFileSync(name, 'utf8')).toBe('the event')
    expect(statSync(name).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe('the event')
  },
)

test.each([
  ['with', undefined],
  ['without', fail('EPERM')],
])(
  'the old database never overwrites a file that already has its new name, %s hard links',
  (_how, link) => {
    const [file, name] = [join(folder, 'taken.db'), join(folder, 'taken.before')]
    writeFileSync(file, 'the event')
    writeFileSync(name, 'an older event')
    expect(() => keepAs(file, name, link)).toThrow('EEXIST')
    expect(readFileSync(name, 'utf8')).toBe('an older event')
  },
)
