import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../support/databases'
import { applyJson, EVENT, type EventDatabase, faultsOf, IVA, MARKO, openEventDatabase, readEverything } from './event-database'

const ANA = { ...IVA, first_name: 'Ana', email: 'ana@example.hr', mobile: '+385911234599', nickname: 'ana' }

describe.each(ENGINES)('organisers of an event file on %s', (engine) => {
  let event: EventDatabase
  beforeAll(async () => {
    event = await openEventDatabase(engine)
  })
  afterAll(() => event.close())
  const organisers = async () =>
    (await readEverything(event.db)).users
      .filter((user) => user.organiser_since !== null)
      .map(({ nickname }) => nickname)
      .sort()

  test('get the role, keep it while they are named, and applying again changes nothing', async () => {
    expect(await applyJson(event.db, { ...EVENT, organisers: [ANA] })).toContain('+ organiser ana')
    expect(await applyJson(event.db, { ...EVENT, organisers: [ANA] })).toEqual([])
    expect(await applyJson(event.db, EVENT)).toEqual([])
    expect(await organisers()).toEqual(['ana'])
  })

  test('are neither staff nor in a team: a booth’s person who is named loses the booth', async () => {
    const vendors = EVENT.vendors.map((vendor) => ({ ...vendor, staff: [] }))
    const changes = await applyJson(event.db, { ...EVENT, vendors, organisers: [ANA, MARKO] })
    expect(changes).toContainEqual(expect.stringMatching(/^~ organiser marko: .*organiser false -> true/))
    expect((await readEverything(event.db)).users.find(({ nickname }) => nickname === 'marko')?.vendor_id).toBeNull()
    expect(await organisers()).toEqual(['ana', 'marko'])
  })

  test('lose the role where the file no longer names them, and keep the account', async () => {
    expect(await applyJson(event.db, { organisers: [ANA] })).toEqual(['~ organiser marko: organiser true -> false'])
    expect(await organisers()).toEqual(['ana'])
  })

  test('cannot be staff in the same file', async () => {
    const faults = await faultsOf(() => applyJson(event.db, { ...EVENT, organisers: [IVA] }))
    expect(faults.some((fault) => fault.startsWith('organisers[0].mobile'))).toBe(true)
  })
})
