import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const EVENT_FILE = 'tests/e2e/support/event.json'

interface Person {
  nickname: string
  email: string
}

/** The journeys' event with staff and organisers that differ from the demo's, to be applied over a demo event. */
export function writeEventBesideDemo(directory: string): string {
  const { settings: _rules, ...event } = JSON.parse(readFileSync(EVENT_FILE, 'utf8')) as {
    settings: unknown
    vendors: { staff: Person[] }[]
    organisers: Person[]
  }
  for (const one of [...event.vendors.flatMap(({ staff }) => staff), ...event.organisers]) {
    one.nickname = `${one.nickname}_2`
    one.email = `${one.nickname}@example.hr`
  }
  const file = join(directory, 'event.json')
  writeFileSync(file, JSON.stringify(event))
  return file
}
