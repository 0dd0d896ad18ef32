import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

/** Node says that it is an older one, and has no SQLite, as those had none. */
const OLD_NODE = [
  '--no-experimental-sqlite',
  `--import=data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })")}`,
].join(' ')

test.each(['main.js', 'event.js'])('on a Node that is too old, %s says in one sentence what to install', async (program) => {
  const env = { PATH: process.env.PATH, NODE_OPTIONS: OLD_NODE }
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [join(inject('serverBundle'), program)], { env }, (error, _stdout, stderr) => {
      resolve({ code: error?.code, stderr })
    })
  })
  expect(ended).toEqual({
    code: 1,
    stderr: 'This needs Node 24 or newer and runs on 20.19.0: install one from https://nodejs.org.\n',
  })
})
