import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Simulates a native module built for another Node version: loading it throws. */
const REFUSE_BINARY = `
  const load = process.dlopen
  process.dlopen = (module, file, ...rest) => {
    if (!file.endsWith('better_sqlite3.node')) return load.call(process, module, file, ...rest)
    throw Object.assign(new Error('NODE_MODULE_VERSION 127'), { code: 'ERR_DLOPEN_FAILED' })
  }`

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'geekquest-binary-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test.each([
  ['the server', ['server/main.ts']],
  ['the command line', ['server/event/main.ts', 'status']],
])('after a change of Node, %s says in one sentence what to do', async (_who, args) => {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(directory, 'game.db')}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REFUSE_BINARY)}`,
  }
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, env }, (error, _stdout, stderr) => {
      resolve({ code: error?.code, stderr })
    })
  })
  expect(ended).toEqual({
    code: 1,
    stderr:
      `better-sqlite3 was installed for another version of Node than this one (${process.version}). ` +
      'Run "npm rebuild better-sqlite3" (or "npm ci") and try again.\n',
  })
})
