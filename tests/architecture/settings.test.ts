import { readFileSync } from 'node:fs'
import { getDefaults } from 'valibot'
import { expect, test } from 'vitest'
import { storedSettings } from '#server/db/queries/settings'
import { SETTINGS } from '#server/env'

/** Name and default of each row in the table under a heading: cells in backticks, or plain. */
function settingsUnder(heading: string, document: string): [name: string, initial: string][] {
  const [, section = ''] = readFileSync(document, 'utf8').split(`\n${heading}\n`)
  return (section.split(/\n#+ /)[0] ?? '')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .flatMap(([, name = '', initial = '']) =>
      /^\w+$/.test(name) && name !== 'setting' && name !== 'variable' ? [[name, initial]] : [],
    )
}

test('the README lists every environment variable of the server, with its default', () => {
  const listed = new Map(settingsUnder('### Settings', 'README.md'))
  const ofServer = Object.values(SETTINGS)
  expect([...listed.keys()].sort()).toEqual(ofServer.map(({ variable }) => variable).sort())
  for (const { variable, initial } of ofServer)
    expect([variable, listed.get(variable)]).toEqual([variable, initial])
})

test('the description of event.json lists every setting with its default', () => {
  expect(settingsUnder('## Settings', 'docs/event-file.md')).toEqual(
    Object.entries(getDefaults(storedSettings)).map(([name, initial]) => [name, String(initial)]),
  )
})

/** The options of V8 that limit the server's memory. */
const memoryFlags = (text: string) =>
  text.match(/--(max-semi-space-size|heap-growing-percent)=\d+/g)

test('the deployed server has the same memory limits as npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: { start: string }
  }
  const flags = memoryFlags(scripts.start)
  expect(flags).toHaveLength(2)
  for (const file of ['deploy/Containerfile', 'deploy/geekquest@.service'])
    expect(memoryFlags(readFileSync(file, 'utf8')), file).toEqual(flags)
})
