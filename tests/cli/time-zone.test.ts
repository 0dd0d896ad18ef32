import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseInstant } from '#server/event-file/schema'
import { fileTime, localTime, setTimeZone } from '#server/time'
import { command } from '../support/command'
import { setEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { onOneEngine } from '../support/use-game'

// `setTimeZone` writes it.
beforeEach(() => void vi.stubEnv('TZ', process.env.TZ))
afterEach(() => void vi.unstubAllEnvs())

onOneEngine('the time zone of the event', (game) => {
  const path = ownFolder()

  async function run(...args: string[]): Promise<string> {
    // The computer stands elsewhere.
    process.env.TZ = 'Asia/Tokyo'
    return await command(game.location, ...args)
  }
  const applyFile = async (settings: object) => {
    writeFileSync(path('event.json'), JSON.stringify({ settings }))
    return await run('apply', path('event.json'))
  }
  const statusNow = () => run('status')

  test('is that of commands and exports, wherever the computer stands: Zagreb, unless the event says another', async () => {
    expect(await applyFile({ starts_at: '2026-05-09T08:00:00Z' })).toContain('starts_at: null -> "2026-05-09T10:00:00+02:00"')
    expect(await statusNow()).toContain('from 2026-05-09T10:00:00+02:00')
    // The changes of a file are told in the zone that it sets.
    const changes = await applyFile({ starts_at: '2026-12-09T08:00:00Z', time_zone: 'America/New_York' })
    expect(changes).toContain('starts_at: "2026-05-09T04:00:00-04:00" -> "2026-12-09T03:00:00-05:00"')
    expect(changes).toContain('~ settings.time_zone: "Europe/Zagreb" -> "America/New_York"')
    expect(await statusNow()).toContain('from 2026-12-09T03:00:00-05:00')
    await setEvent(game.db, { starts_at: null })
  })
})

test.each([
  ['Europe/Zagreb', '2026-05-09T10:00:00+02:00'],
  ['Europe/Zagreb', '2026-10-25T02:30:00+02:00'],
  ['Europe/Zagreb', '2026-10-25T02:30:00+01:00'],
  ['europe/zagreb', '2026-05-09T10:00:00+02:00'],
  ['UTC', '2026-05-09T23:59:59+00:00'],
  ['America/St_Johns', '2026-01-01T00:00:00-03:30'],
  ['Asia/Kolkata', '2026-01-01T00:00:00+05:30'],
])('a time is printed with the offset of a zone, and event.json takes it back: %s %s', (name, text) => {
  setTimeZone(name)
  const at = parseInstant(text)
  expect(localTime(at ?? 0)).toBe(text)
})

test('the name of a file has no colons', () => {
  setTimeZone('Europe/Zagreb')
  const at = Date.parse('2026-05-09T08:00:00.007Z')
  expect(fileTime(at)).toBe('2026-05-09T10-00-00')
})
