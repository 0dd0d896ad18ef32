import { expect, test } from 'vitest'
import { freeAfterWaiting, pauseFrom } from '../../src/features/booth/pause'
import { newEntry } from '../offline/entries'

const NONE = { told: 0, waiting: 0, seen: 0 }

test('fault 60: a connected device calls no pause a prediction, also while its own award is being sent', () => {
  expect(pauseFrom({ ...NONE, waiting: 900 }, true)).toEqual({ seconds: 900, predicted: false, forbids: true })
  expect(pauseFrom({ ...NONE, told: 300, waiting: 900 }, true)).toEqual({ seconds: 900, predicted: false, forbids: true })
})

test('a connected device shows what the server says, not what it has seen recorded', () => {
  expect(pauseFrom({ ...NONE, seen: 900 }, true)).toEqual({ seconds: 0, predicted: false, forbids: true })
})

test('without a connection every pause is a prediction; only the own awards close the button', () => {
  expect(pauseFrom({ ...NONE, told: 300 }, false)).toEqual({ seconds: 300, predicted: true, forbids: false })
  expect(pauseFrom({ ...NONE, waiting: 900 }, false)).toEqual({ seconds: 900, predicted: true, forbids: true })
  expect(pauseFrom({ told: 300, waiting: 0, seen: 600 }, false)).toEqual({ seconds: 600, predicted: true, forbids: true })
})

test('rule 9: an award that was cancelled holds the pause until its void arrives only if the team carries its copy', () => {
  const type = { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 }
  const holds = (own: Parameters<typeof newEntry>[0]) =>
    freeAfterWaiting([newEntry({ pointType: 'pobjeda', ...own })], type, 0) !== null
  expect(holds({})).toBe(true)
  expect(holds({ attempted: true, cancelled: true })).toBe(false)
  expect(holds({ attempted: true, cancelled: true, shown: true })).toBe(true)
})
