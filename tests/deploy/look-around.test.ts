import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startCommand } from '../support/command'
import { ownServerFolder, startServerProcess } from '../support/server-process'
import { blocksUnder } from './guide'

const folder = ownServerFolder()

test('after the guide’s commands for a look around, the server has no demo and asks for the first organiser', async () => {
  const [commands = ''] = blocksUnder('What it takes')
  const [, text = ''] = /echo '(.*)' > own\.json/.exec(commands) ?? []
  const file = `${folder.database}.json`
  writeFileSync(file, text)
  expect(commands).toMatch(/^npm ci && npm run event -- apply own\.json && npm start$/m)
  const applied = await startCommand(
    { ...process.env, DATABASE_URL: `sqlite:${folder.database}` },
    'apply',
    file,
  ).ended
  expect(applied.code).toBe(0)
  const server = await startServerProcess(folder, undefined, {
    PUBLIC_URL: 'http://localhost:8080',
  })
  await expect
    .poll(server.output)
    .toContain('first organiser signs up at http://localhost:8080/organizator/prvi#')
  expect(server.output()).not.toContain('Open as')
})
