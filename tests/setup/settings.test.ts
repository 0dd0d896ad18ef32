import { expect, test } from 'vitest'
import { checkZone, instantOf, shown } from '../../src/features/setup/settings-part'

const OLDER_BROWSER_LACKS = 'Mars/Olympus'
const SET = {
  starts_at: '2026-05-09T10:00',
  ends_at: '2026-05-09T20:00',
  time_zone: 'Europe/Zagreb',
  team_max_members: '6',
}

test('a zone that the browser does not know is refused with times, which would otherwise be deleted', () => {
  const unknown = { ...SET, time_zone: OLDER_BROWSER_LACKS }
  expect(checkZone(unknown, SET)).toHaveProperty('time_zone')
  expect(checkZone({ ...unknown, ends_at: '' }, unknown)).toHaveProperty('time_zone')
  expect(checkZone({ ...unknown, team_max_members: '5' }, unknown)).toEqual({})
  expect(checkZone({ ...SET, time_zone: 'Europe/Vienna ', ends_at: '' }, SET)).toEqual({})
})

test('a time in a zone that the browser does not know is shown in the browser’s own', () => {
  const local = shown('2026-05-09T08:00:00.000Z', OLDER_BROWSER_LACKS)
  expect(Date.parse(local)).toBe(Date.parse('2026-05-09T08:00:00.000Z'))
  expect(shown(null, OLDER_BROWSER_LACKS)).toBe('')
})

test('a typed time that is none, such as one in the year 20261, reaches the server and is not deleted', () => {
  expect(instantOf('20261-05-09T10:00', 'Europe/Zagreb')).toBe('20261-05-09T10:00')
  expect(instantOf('2026-05-09T10:00', 'Europe/Zagreb')).toBe('2026-05-09T08:00:00.000Z')
  expect(instantOf('', 'Europe/Zagreb')).toBeNull()
})
