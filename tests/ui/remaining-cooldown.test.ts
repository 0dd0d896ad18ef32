import { expect, test } from 'vitest'
import { sleepsSoFar } from '#lib/device-sleep'
import { recordServerTime } from '#lib/server-clock'
import {
  freeAfterWaiting,
  type KnownAwards,
  remainingCooldown,
} from '../../src/features/booth/remaining-cooldown'
import { readClocks } from '../../src/offline/clocks'
import { newEntry, recordedAward } from '../offline/entries'

const type = { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 }
const team = { team_id: 'vukovi', vendor_id: 'arkade' }

const seen = recordedAward(newEntry({ awardId: 'seen' }))
const RECORDED_AT = Date.parse(seen.received_at)
const NOW = RECORDED_AT + 300_000

/** An award that waits on this device, with 900 s of its cooldown left. */
const waiting = () => ({
  entries: [newEntry({ made: { ...readClocks(), wall: 0, lastContact: null } })],
})
/** An award that this device saw recorded, with 600 s of its cooldown left. */
const recorded = { recorded: new Map([['seen', seen]]) }
function reported(seconds: number, at = NOW): Pick<KnownAwards, 'reported'> {
  const available_at = new Date(NOW + seconds * 1000).toISOString()
  return {
    reported: {
      at,
      cooldowns: [{ ...team, point_type: 'pobjeda', remaining_seconds: seconds, available_at }],
    },
  }
}

function cooldownOf(connected: boolean, known: Partial<KnownAwards>) {
  const nothing = { entries: [], recorded: new Map(), listed: undefined, userId: 'iva' }
  return remainingCooldown(team, type, { ...nothing, ...known }, connected, NOW)
}

test('fault 60: a connected device calls no cooldown a prediction, even while its own award is being sent', () => {
  expect(cooldownOf(true, waiting())).toEqual({ seconds: 900, predicted: false, forbids: true })
  expect(cooldownOf(true, { ...reported(300), ...waiting() })).toEqual({
    seconds: 900,
    predicted: false,
    forbids: true,
  })
})

test('a connected device shows the server’s cooldown, unless it has seen a newer award recorded', () => {
  expect(cooldownOf(true, { ...reported(0), ...recorded })).toEqual({
    seconds: 0,
    predicted: false,
    forbids: true,
  })
  // This answer of the server is as old as the recorded award, so it may not include that award yet.
  expect(cooldownOf(true, { ...reported(0, RECORDED_AT), ...recorded })).toEqual({
    seconds: 600,
    predicted: false,
    forbids: true,
  })
})

test('without a connection every cooldown is a prediction; only this device’s own awards close the button', () => {
  expect(cooldownOf(false, reported(300))).toEqual({
    seconds: 300,
    predicted: true,
    forbids: false,
  })
  expect(cooldownOf(false, waiting())).toEqual({ seconds: 900, predicted: true, forbids: true })
  expect(cooldownOf(false, { ...reported(300), ...recorded })).toEqual({
    seconds: 600,
    predicted: true,
    forbids: true,
  })
})

test('rule 9: a cancelled award that still waits keeps the cooldown only if the team carries its copy', () => {
  const holds = (own: Parameters<typeof newEntry>[0]) =>
    freeAfterWaiting([newEntry({ pointType: 'pobjeda', ...own })], type, 0) !== null
  expect(holds({})).toBe(true)
  expect(holds({ attempted: true, cancelled: true })).toBe(false)
  expect(holds({ attempted: true, cancelled: true, shown: true })).toBe(true)
})

test('rule 9: an award that a wrong server clock dated in the future causes no cooldown', () => {
  const ahead = {
    ...seen,
    received_at: new Date(NOW + 600_000).toISOString(),
    awarded_at: new Date(NOW + 600_000).toISOString(),
  }
  const known = {
    ...reported(0),
    recorded: new Map([['seen', ahead]]),
    listed: { awards: [ahead], made_here: [ahead] },
  }
  // While the server's time is unknown, this device's own clock may be the wrong one, so the cooldown stays.
  expect(cooldownOf(false, { ...known, reported: undefined }).seconds).toBe(1500)
  recordServerTime(new Date(NOW).toISOString(), performance.now(), sleepsSoFar())
  expect(cooldownOf(true, known).seconds).toBe(0)
  expect(cooldownOf(false, { ...known, reported: undefined }).seconds).toBe(0)
})
