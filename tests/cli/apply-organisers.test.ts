import { describe, expect, test } from 'vitest'
import { engineUnderTest } from '../support/engine-under-test'
import { useGame } from '../support/use-game'
import { ANA, applyJson, EVENT, faultsOf, IVA, MARKO, readEverything } from './event-database'

describe('organisers of an event file', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  const organisers = async () =>
    (await readEverything(game().db)).users
      .filter((user) => user.organiser_since !== null)
      .map(({ nickname }) => nickname)
      .sort()

  test('get the role, keep it while they are named, and applying again changes nothing', async () => {
    expect(await applyJson(game().db, { ...EVENT, organisers: [ANA] })).toContain('+ organiser ana')
    expect(await applyJson(game().db, { ...EVENT, organisers: [ANA] })).toEqual([])
    expect(await applyJson(game().db, EVENT)).toEqual([])
    expect(await organisers()).toEqual(['ana'])
  })

  test('are neither staff nor in a team: a booth’s person who is named loses the booth', async () => {
    const vendors = EVENT.vendors.map((vendor) => ({ ...vendor, staff: [] }))
    const changes = await applyJson(game().db, { ...EVENT, vendors, organisers: [ANA, MARKO] })
    expect(changes).toContainEqual(expect.stringMatching(/^~ organiser marko: .*organiser false -> true/))
    expect((await readEverything(game().db)).users.find(({ nickname }) => nickname === 'marko')?.vendor_id).toBeNull()
    expect(await organisers()).toEqual(['ana', 'marko'])
  })

  test('lose the role where the file no longer names them, and keep the account', async () => {
    expect(await applyJson(game().db, { organisers: [ANA] })).toEqual(['~ organiser marko: organiser true -> false'])
    expect(await organisers()).toEqual(['ana'])
  })

  test('cannot be staff in the same file', async () => {
    const faults = await faultsOf(() => applyJson(game().db, { ...EVENT, organisers: [IVA] }))
    expect(faults.some((fault) => fault.startsWith('organisers[0].mobile'))).toBe(true)
  })
})
