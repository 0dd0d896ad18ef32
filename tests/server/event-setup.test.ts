import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import { ENGINES } from '../support/databases'
import { insertEvent } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'
import { foundTeam, newProfile, signInOrganiser, signInStaff } from '../support/people'

describe.each(ENGINES)('the event in the browser on %s', (engine) => {
  let game: TestGame
  beforeEach(async () => {
    game = await startGame(engine)
    await insertEvent(game.db)
    return () => game.close()
  })
  const kutak = { vendor_id: 'kutak', name: 'Kviz kutak' }

  test('fault 80: what was read before somebody else changed the event changes nothing; as it was read, it is no change', async () => {
    const { api } = await signInOrganiser(game)
    const { event, version } = await api.ok('readEvent', {})
    expect(await api.ok('applyEvent', { event, version })).toEqual({ changes: [], version })
    const renamed = { vendors: [{ ...kutak, name: 'Kvizionica' }] }
    const both = await Promise.all([1, 2].map(() => api.outcome('applyEvent', { event: renamed, version })))
    expect(both.toSorted()).toEqual(['CHANGED_MEANWHILE', 'OK'])
    expect(await api.outcome('removeEntry', { what: 'vendor', id: 'kutak', version })).toBe('CHANGED_MEANWHILE')
  })

  test('who loses a booth is named and asked about; all faults come at once, in Croatian, and nothing is applied', async () => {
    const { api } = await signInOrganiser(game)
    const { version } = await api.ok('readEvent', {})
    const emptied = { event: { vendors: [{ ...kutak, staff: [] }] }, version }
    const asked = await api.ko('applyEvent', emptied)
    expect(asked.code).toBe('CONFIRM_NEEDED')
    expect(asked).toMatchObject({ changes: [{ kind: 'loses', at: 'vendors.kutak.staff', was: 'Kviz kutak', becomes: null }] })
    expect((await api.ok('applyEvent', { ...emptied, dry_run: 1 })).version).toBe(version)
    const person = { ...newProfile(), mobile: '12' }
    const wrong = await api.ko('applyEvent', { event: { vendors: [{ ...kutak, name: '', staff: [person] }] }, version })
    expect(wrong).toMatchObject({
      code: 'INVALID_INPUT',
      faults: [{ path: 'vendors.0.name' }, { path: 'vendors.0.staff.0.mobile' }],
    })
    expect((await api.ok('readEvent', {})).version).toBe(version)
    expect(await api.outcome('applyEvent', { ...emptied, confirm: 1 })).toBe('OK')
  })

  test('a closed booth gives nothing that is made while it is closed, whenever it arrives, and stands on no list', async () => {
    const { api } = await signInOrganiser(game)
    const staff = await signInStaff(game, 'iva')
    const close = async (closed: boolean) => {
      const { version } = await api.ok('readEvent', {})
      await api.ok('applyEvent', { event: { vendors: [{ vendor_id: 'arkade', name: 'Arkadna zona', closed }] }, version })
    }
    const give = async (queued_ms: number) => {
      const { id: team_id } = await foundTeam(game)
      return await staff.api.outcome('awardPoints', { team_id, point_type: 'pobjeda', award_id: randomUUID(), queued_ms })
    }
    game.clock.advance(60_000)
    await close(true)
    expect((await staff.api.ok('listVendors', {})).vendors.map(({ vendor_id }) => vendor_id)).toEqual(['kutak'])
    expect((await api.ok('overview', {})).booths).toMatchObject([{ closed: true }, { closed: false }])
    game.clock.advance(60_000)
    await close(false)
    game.clock.advance(60_000)
    expect([await give(150_000), await give(90_000), await give(30_000)]).toEqual(['OK', 'EVENT_CLOSED', 'OK'])
  })

  test('the first organiser signs up with the token of the start; of two at once one does, and nobody after', async () => {
    const url = await firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))
    const token = new URL(url ?? '').hash.slice(1)
    const outcomes = await Promise.all(
      [1, 2].map(() => game.client().outcome('firstOrganiser', { token, user_data: newProfile() })),
    )
    expect(outcomes.toSorted()).toEqual(['INVALID_CODE', 'OK'])
    expect(await firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))).toBeNull()
  })
})
