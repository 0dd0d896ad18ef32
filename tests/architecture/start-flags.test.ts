import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** V8's own options, which decide how much memory the server takes. */
const memoryFlags = (text: string) => text.match(/--(max-semi-space-size|heap-growing-percent)=\d+/g)

test('the server takes as little memory in service as with npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const flags = memoryFlags(scripts.start)
  expect(flags).toHaveLength(2)
  for (const file of ['deploy/Containerfile', 'deploy/geekquest@.service'])
    expect(memoryFlags(readFileSync(file, 'utf8')), file).toEqual(flags)
})
