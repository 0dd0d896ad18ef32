import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseInstant } from '#server/event-file/schema'
import { fileTime, localTime, setTimeZone } from '#server/time'

// `setTimeZone` writes it.
beforeEach(() => void vi.stubEnv('TZ', process.env.TZ))
afterEach(() => void vi.unstubAllEnvs())

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
