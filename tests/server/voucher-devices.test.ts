import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportPublicKey, makeSigningKey } from '#contract/voucher'
import { holdOffServers } from '#server/db/open'
import { command } from '../support/command'
import { createTestDatabase, type TestDatabase } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { insertEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { foundTeam, signInAgain, signInStaff } from '../support/people'
import { onOneEngine } from '../support/use-game'
import { registerKey, signingDevice } from '../support/vouchers'

describe('the devices that sign vouchers, when the ledger becomes another', () => {
  const path = ownFolder()
  const engine = engineUnderTest()
  let database: TestDatabase
  let game: TestGame
  beforeEach(async () => {
    database = await createTestDatabase(engine)
    await serve()
    await insertEvent(game.db)
  })
  afterEach(async () => {
    await game.close()
    await database.drop()
  })
  async function serve(): Promise<void> {
    game = await startGame(engine, { database: { location: database.location, drop: async () => undefined } })
  }
  async function whileStopped(work: () => Promise<unknown>): Promise<void> {
    await game.close()
    await expect.poll(async () => await (await holdOffServers(database.location)).release()).toBeUndefined()
    await work()
    await serve()
  }

  test('after a restore the same key is the same device, and what it signed before counts', async () => {
    const team = await foundTeam(game)
    const file = path('event.backup')
    await command(database.location, 'backup', file)
    const device = await signingDevice(game, await signInStaff(game, 'iva'), team.id)
    const voucher = await device.voucher()
    await whileStopped(() => command(database.location, 'restore', file, '--yes'))
    const captain = await signInAgain(game, team.captain.id)
    expect(await captain.api.outcome('deliver', { voucher })).toBe('VOUCHER_INVALID')
    const { device_id } = await (await signInStaff(game, 'iva')).api.ok('registerDevice', { public_key: device.public_key })
    expect(device_id).toBe(device.device_id)
    expect(await captain.api.outcome('deliver', { voucher })).toBe('OK')
  })

  test('after a reset it is another device, and what it signed before is VOUCHER_INVALID', async () => {
    const staff = await signInStaff(game, 'iva')
    const device = await signingDevice(game, staff, 'nobodys')
    const keep = ['--keep', 'tags,staff,settings', '--backup', path('before.backup'), '--yes']
    await whileStopped(() => command(database.location, 'reset', ...keep))
    const team = await foundTeam(game)
    const voucher = async () => await device.voucher({ teamId: team.id })
    expect(await team.captain.api.outcome('deliver', { voucher: await voucher() })).toBe('VOUCHER_INVALID')
    const { device_id } = await (await signInStaff(game, 'iva')).api.ok('registerDevice', { public_key: device.public_key })
    expect(device_id).not.toBe(device.device_id)
    expect(await team.captain.api.outcome('deliver', { voucher: await voucher() })).toBe('VOUCHER_INVALID')
    expect(
      await team.captain.api.outcome('deliver', { voucher: await device.voucher({ teamId: team.id, deviceId: device_id }) }),
    ).toBe('OK')
  })
})

onOneEngine('the devices that sign vouchers', (game) => {
  test('the same key of the same person is the same device, of another person another one', async () => {
    const iva = await signInStaff(game(), 'iva')
    const { public_key, device_id } = await registerKey(iva)
    expect(await iva.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    expect(await (await signInStaff(game(), 'iva')).api.ok('registerDevice', { public_key })).toEqual({ device_id })
    const { device_id: ofLuka } = await (await signInStaff(game(), 'luka')).api.ok('registerDevice', { public_key })
    expect(ofLuka).not.toBe(device_id)
    expect((await registerKey(iva)).device_id).not.toBe(device_id)
  })

  test('fault 78: a key belongs to the session that registered it last, and is revoked with that one alone', async () => {
    const [first, second] = [await signInStaff(game(), 'iva'), await signInStaff(game(), 'iva')]
    const { public_key, device_id } = await registerKey(first)
    expect(await second.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    await first.api.ok('signOut', { id: 'iva', mtp: 'logout' })
    expect(await second.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    await second.api.ok('signOut', { id: 'iva', mtp: 'logout' })
    const third = await signInStaff(game(), 'iva')
    expect(await third.api.ok('registerDevice', { public_key })).toEqual({ device_id, revoked: true })
    expect((await registerKey(third)).device_id).not.toBe(device_id)
  })

  test('fault 78: a session that slides keeps its key', async () => {
    const [team, iva] = [await foundTeam(game()), await signInStaff(game(), 'iva')]
    const device = await signingDevice(game(), iva, team.id)
    for (let days = 0; days < 40; days += 20) {
      game().clock.advance(20 * 24 * 3_600_000)
      for (const { api } of [iva, team.captain]) await api.ok('currentUser', {})
    }
    expect(await team.captain.api.outcome('deliver', { voucher: await device.voucher() })).toBe('OK')
  })

  test('what is no point of the curve is INVALID_INPUT', async () => {
    const iva = await signInStaff(game(), 'iva')
    const point = await exportPublicKey(await makeSigningKey())
    for (const public_key of ['', 'x', point.slice(0, -4), `${point}=`, `${point.slice(0, 30)}AAAA${point.slice(34)}`]) {
      const { code, fields } = await iva.api.ko('registerDevice', { public_key })
      expect([code, Object.keys(fields ?? {})]).toEqual(['INVALID_INPUT', ['public_key']])
    }
  })

  test('a person registers no end of keys; the known ones are still answered', async () => {
    const mia = await signInStaff(game(), 'mia')
    const { public_key } = await registerKey(mia)
    const statuses: number[] = []
    for (let index = 0; index < 60; index++) {
      const another = { public_key: await exportPublicKey(await makeSigningKey()) }
      statuses.push((await mia.api.post('registerDevice', another)).statusCode)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
    expect(await mia.api.outcome('registerDevice', { public_key })).toBe('OK')
  })
})
