import { describe, expect, test } from 'vitest'
import { exportPublicKey, makeSigningKey, signVoucher } from '#contract/voucher'
import { endSignIns } from '#server/calls/corrections/person'
import { atTheBooth } from '../support/booth'
import { changeBooth, type StaffName } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, organiserLink, type Person, signIn, signInOrganiser } from '../support/people'
import { HOUR, MINUTE, times } from '../support/times'
import { onOneEngine } from '../support/use-game'
import { mirrored, registerKey, signingDevice, signPayload } from '../support/vouchers'

interface Ending {
  readonly game: TestGame
  readonly organiser: Person
  readonly staff: Person
  readonly device_id: string
}
/**
 * The ways in which a key becomes invalid: its session ends, its maker leaves the booth, or an
 * organiser ends it.
 */
const ENDED = {
  'signed out': ({ staff }: Ending) => staff.api.ok('signOut', { id: 'iva', mtp: 'logout' }),
  'signed in again': async ({ game, staff }: Ending) =>
    staff.api.ok('signIn', await organiserLink(game, 'iva')),
  'signed out from another phone': async ({ game }: Ending) =>
    (await signIn(game, 'iva')).api.ok('endOtherSessions', {}),
  'left to expire': ({ game: { db, clock } }: Ending) =>
    db.write({ kind: 'accounts' }, (tx) =>
      tx
        .updateTable('sessions')
        .set({ expires_at: clock.now() })
        .where('user_id', '=', 'iva')
        .execute(),
    ),
  'taken from the booth': ({ game }: Ending) => changeBooth(game, 'iva', 'arkade', null),
  blocked: ({ organiser }: Ending) =>
    organiser.api.ok('blockPerson', { user_id: 'iva', reason: 'Krađa' }),
  withdrawn: ({ game: { db, clock } }: Ending) =>
    endSignIns({ db, now: clock.now }, { userId: null, reason: null }, 'iva'),
  revoked: ({ organiser, device_id }: Ending) =>
    organiser.api.ok('revokeDevice', { device_id, reason: 'Krađa' }),
}

onOneEngine("a team's copy of an award", (game) => {
  async function setUp(maker: StaffName = 'iva') {
    const { team, staff, points } = await atTheBooth(game, { staff: maker })
    return {
      team,
      staff,
      device: await signingDevice(game, staff, team.id),
      captain: team.captain,
      points,
    }
  }
  type Setting = Awaited<ReturnType<typeof setUp>>
  const deliver = async ({ captain }: Setting, voucher: string) =>
    await captain.api.outcome('deliver', { voucher })

  test('fault 66: if the booth’s phone is destroyed, the copy records the award at the time when it was made', async () => {
    const at = await setUp()
    const madeAt = game.clock.now() - HOUR
    const content = at.device.content({ madeAt })
    const voucher = await at.device.voucher(content)
    const { award, duplicate } = await at.captain.api.ok('deliver', { voucher })
    expect(award).toMatchObject({
      award_id: content.awardId,
      team_name: at.team.name,
      vendor_id: 'arkade',
      points: 25,
    })
    expect([Date.parse(award.awarded_at), duplicate, await at.points()]).toEqual([
      madeAt,
      false,
      25,
    ])
  })

  test('rule 21, fault 78: its maker must be that booth’s staff, both when it is made and when it is delivered', async () => {
    const at = await setUp('luka')
    const [before, waiting] = [
      await at.device.voucher({ pointType: 'dolazak' }),
      await at.device.voucher(),
    ]
    expect(await deliver(at, before)).toBe('OK')
    game.clock.advance(HOUR)
    await changeBooth(game, 'luka', 'arkade', 'kutak')
    expect(
      await at.staff.api.ok('registerDevice', { public_key: at.device.public_key }),
    ).toMatchObject({ revoked: true })
    expect([await deliver(at, before), await deliver(at, waiting)]).toEqual([
      'OK',
      'KEPT_FOR_ORGANISER',
    ])
    expect(await deliver(at, await at.device.voucher())).toBe('FORBIDDEN')
    // A key registered at the next booth proves no awards of the earlier booth.
    const next = await signingDevice(game, at.staff, at.team.id)
    const now = game.clock.now()
    expect(await deliver(at, await next.voucher({ madeAt: now - MINUTE }))).toBe(
      'KEPT_FOR_ORGANISER',
    )
    expect(await deliver(at, await next.voucher({ vendorId: 'kutak', madeAt: now - 1 }))).toBe(
      'FORBIDDEN',
    )
    expect(await deliver(at, await next.voucher({ vendorId: 'kutak' }))).toBe('OK')
    game.clock.advance(HOUR)
    await changeBooth(game, 'luka', 'kutak', 'arkade')
    const back = await signingDevice(game, at.staff, at.team.id)
    expect(await deliver(at, await back.voucher({ madeAt: game.clock.now() - MINUTE }))).toBe(
      'FORBIDDEN',
    )
    expect(await deliver(at, await back.voucher())).toBe('OK')
  })

  test('a copy with the mirrored signature, which is valid too, counts as the same award', async () => {
    const at = await setUp()
    const voucher = await at.device.voucher()
    expect(await deliver(at, mirrored(voucher))).toBe('OK')
    expect(await at.captain.api.ok('deliver', { voucher })).toMatchObject({ duplicate: true })
    expect(await at.points()).toBe(25)
  })

  describe('fault 68: a copy does not count if it is', () => {
    test('changed, unsigned, signed with another device’s key, or not a voucher at all', async () => {
      const at = await setUp()
      const voucher = await at.device.voucher()
      const [payload = '', signature = ''] = voucher.split('.')
      const [otherPayload] = (await at.device.voucher({ pointType: 'kviz' })).split('.')
      const texts = [
        `${otherPayload}.${signature}`,
        `${payload}.${signature.slice(0, 40)}${signature[40] === 'A' ? 'B' : 'A'}${signature.slice(41)}`,
        `${payload}.${'A'.repeat(86)}`,
        payload,
        `${voucher}\n`,
        '',
        await at.device.voucher({ deviceId: 'nobodys-device-0' }),
        await signPayload(at.device.key.privateKey, Buffer.from('{"a":1}').toString('base64url')),
      ]
      const mia = await signingDevice(game, await signIn(game, 'mia'), at.team.id)
      texts.push(await signVoucher(mia.key.privateKey, at.device.content()))
      for (const text of texts)
        expect([text, await deliver(at, text)]).toEqual([text, 'VOUCHER_INVALID'])
      // Mia's device cannot sign for another booth.
      expect(await deliver(at, await mia.voucher({ vendorId: 'arkade' }))).toBe('FORBIDDEN')
      expect(await at.points()).toBe(0)
      expect(await deliver(at, voucher)).toBe('OK')
    })

    test('delivered by somebody who is not in that team', async () => {
      const at = await setUp()
      const [other, voucher] = [await foundTeam(game), await at.device.voucher()]
      expect(await other.captain.api.outcome('deliver', { voucher })).toBe('FORBIDDEN')
      expect(await at.staff.api.outcome('deliver', { voucher })).toBe('FORBIDDEN')
      expect(await game.client().outcome('deliver', { voucher })).toBe('NOT_AUTHENTICATED')
      expect(await deliver(at, voucher)).toBe('OK')
      // Even after the award is recorded, no other team learns what became of the copy.
      expect(await other.captain.api.outcome('deliver', { voucher })).toBe('FORBIDDEN')
    })

    test.each(Object.keys(ENDED) as (keyof typeof ENDED)[])(
      'fault 78: backdated after its maker or device was %s; the organiser decides',
      async (how) => {
        const [at, organiser] = [await setUp(), await signInOrganiser(game)]
        const madeAt = game.clock.now() - HOUR
        const before = await at.device.voucher({ pointType: 'dolazak', madeAt })
        expect(await deliver(at, before)).toBe('OK')
        await ENDED[how]({ game, organiser, staff: at.staff, device_id: at.device.device_id })
        const late = await at.device.voucher({ madeAt })
        for (let twice = 0; twice < 2; twice++) {
          expect(await at.captain.api.ko('deliver', { voucher: late })).toMatchObject({
            code: 'KEPT_FOR_ORGANISER',
          })
        }
        expect([await deliver(at, before), await at.points()]).toEqual(['OK', 1])
        const entries = (await organiser.api.ok('listLate', {})).late.filter(
          ({ team_id }) => team_id === at.team.id,
        )
        expect(entries).toMatchObject([
          {
            kind: 'award',
            points: 25,
            accepted: false,
            awarded_at: new Date(madeAt).toISOString(),
          },
        ])
        await organiser.api.ok('acceptLate', {
          late_id: entries[0]?.late_id ?? '',
          reason: 'Potvrđeno',
        })
        expect([await deliver(at, late), await at.points()]).toEqual(['OK', 26])
        await organiser.api.ok('unblockPerson', { user_id: 'iva', reason: 'U redu je' })
        if (how === 'taken from the booth') await changeBooth(game, 'iva', null, 'arkade')
        expect(await deliver(at, await at.device.voucher({ pointType: 'kviz' }))).toBe(
          'KEPT_FOR_ORGANISER',
        )
      },
    )

    test('one of many signed by a revoked device: the organiser gets 60, and the phone keeps the rest', async () => {
      const [at, organiser] = [await setUp(), await signInOrganiser(game)]
      await organiser.api.ok('revokeDevice', { device_id: at.device.device_id, reason: 'Krađa' })
      const vouchers = await Promise.all(
        times(61, () => at.device.voucher({ pointType: 'dolazak' })),
      )
      const statuses: number[] = []
      for (const voucher of vouchers)
        statuses.push((await at.captain.api.post('deliver', { voucher })).statusCode)
      expect(statuses).toEqual([...Array(60).fill(200), 429])
      const entries = (await organiser.api.ok('listLate', {})).late.filter(
        ({ team_id }) => team_id === at.team.id,
      )
      expect(entries).toHaveLength(60)
    })

    test('dated more than five minutes in the future', async () => {
      const at = await setUp()
      const now = game.clock.now()
      expect(await deliver(at, await at.device.voucher({ madeAt: now + 5 * MINUTE + 1 }))).toBe(
        'VOUCHER_INVALID',
      )
      const ahead = await at.device.voucher({ madeAt: now + 5 * MINUTE })
      const { award } = await at.captain.api.ok('deliver', { voucher: ahead })
      // As with an award from the booth, the time made is never later than the receipt (fault 32).
      expect([award.awarded_at, award.received_at]).toEqual([
        new Date(now).toISOString(),
        new Date(now).toISOString(),
      ])
    })
  })

  test('fault 78: the organiser still sees the devices of people who have left the booth', async () => {
    const [at, organiser] = [await setUp('luka'), await signInOrganiser(game)]
    await changeBooth(game, 'luka', 'arkade', null)
    const luka = async () => {
      const booth = (await organiser.api.ok('overview', {})).booths.find(
        ({ vendor_id }) => vendor_id === 'arkade',
      )
      return [booth?.staff, booth?.former_staff].map((people) =>
        people?.find(({ user_id }) => user_id === 'luka'),
      )
    }
    const [present, former] = await luka()
    const revoked_at = new Date(game.clock.now()).toISOString()
    expect(present).toBeUndefined()
    expect(former?.devices).toContainEqual(
      expect.objectContaining({ device_id: at.device.device_id, revoked_at }),
    )
    await changeBooth(game, 'luka', null, 'arkade')
    expect(await luka()).toEqual([expect.anything(), undefined])
  })

  test('the organiser sees a booth’s devices with their last use, and revokes one', async () => {
    const at = await setUp()
    const organiser = await signInOrganiser(game)
    await deliver(at, await at.device.voucher())
    const find = async () => {
      const staff = (await organiser.api.ok('overview', {})).booths.flatMap((booth) => booth.staff)
      return staff
        .flatMap(({ devices = [] }) => devices)
        .find(({ device_id }) => device_id === at.device.device_id)
    }
    const now = new Date(game.clock.now()).toISOString()
    expect(await find()).toEqual({
      device_id: at.device.device_id,
      registered_at: now,
      last_used_at: now,
      revoked_at: null,
    })
    const revoke = { device_id: at.device.device_id, reason: 'Mobitel je ukraden' }
    await organiser.api.ok('revokeDevice', revoke)
    await organiser.api.ok('revokeDevice', revoke)
    expect(await find()).toMatchObject({ revoked_at: now })
    const { entries } = await organiser.api.ok('audit', {})
    expect(
      entries.filter(({ what, reason }) => what === 'revoke_device' && reason === revoke.reason),
    ).toMatchObject([{ about: 'iva', reason: 'Mobitel je ukraden' }])
    expect(
      await at.staff.api.ok('registerDevice', { public_key: at.device.public_key }),
    ).toMatchObject({ revoked: true })
  })
})

onOneEngine('the devices that sign vouchers', (game) => {
  test('the same key of the same person is the same device, but of another person it is another device', async () => {
    const iva = await signIn(game, 'iva')
    const { public_key, device_id } = await registerKey(iva)
    expect(await iva.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    expect(await (await signIn(game, 'iva')).api.ok('registerDevice', { public_key })).toEqual({
      device_id,
    })
    const { device_id: ofLuka } = await (await signIn(game, 'luka')).api.ok('registerDevice', {
      public_key,
    })
    expect(ofLuka).not.toBe(device_id)
    expect((await registerKey(iva)).device_id).not.toBe(device_id)
  })

  test('fault 78: a key belongs to the session that registered it last, and is revoked only with that session', async () => {
    const [first, second] = [await signIn(game, 'iva'), await signIn(game, 'iva')]
    const { public_key, device_id } = await registerKey(first)
    expect(await second.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    await first.api.ok('signOut', { id: 'iva', mtp: 'logout' })
    expect(await second.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    await second.api.ok('signOut', { id: 'iva', mtp: 'logout' })
    const third = await signIn(game, 'iva')
    expect(await third.api.ok('registerDevice', { public_key })).toEqual({
      device_id,
      revoked: true,
    })
    expect((await registerKey(third)).device_id).not.toBe(device_id)
  })

  test('fault 78: a session that is extended keeps its key', async () => {
    const [team, iva] = [await foundTeam(game), await signIn(game, 'iva')]
    const device = await signingDevice(game, iva, team.id)
    for (let days = 0; days < 40; days += 20) {
      game.clock.advance(20 * 24 * 3_600_000)
      for (const { api } of [iva, team.captain]) await api.ok('currentUser', {})
    }
    expect(await team.captain.api.outcome('deliver', { voucher: await device.voucher() })).toBe(
      'OK',
    )
  })

  test('a key that is not a point on the curve is INVALID_INPUT', async () => {
    const iva = await signIn(game, 'iva')
    const point = await exportPublicKey(await makeSigningKey())
    for (const public_key of [
      '',
      'x',
      point.slice(0, -4),
      `${point}=`,
      `${point.slice(0, 30)}AAAA${point.slice(34)}`,
    ]) {
      const { code, fields } = await iva.api.ko('registerDevice', { public_key })
      expect([code, Object.keys(fields ?? {})]).toEqual(['INVALID_INPUT', ['public_key']])
    }
  })

  test('a person can register only a limited number of keys, but known keys are still answered', async () => {
    const mia = await signIn(game, 'mia')
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
