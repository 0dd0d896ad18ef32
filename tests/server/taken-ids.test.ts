import { hash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setEvent } from '../support/event'
import { foundTeam, type Person, signIn, signInOrganiser } from '../support/people'
import { MINUTE } from '../support/times'
import { onEachEngine, onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

/** A UUID computed from a text as servers once did, which anybody could imitate. */
const uuidOf = (text: string) =>
  hash('sha256', text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')

onEachEngine('rule 23, fault 86: an id that was computed in advance from an award’s id', (game) => {
  /** Lets a booth record awards under the ids computed from these texts. */
  async function take(thief: Person, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      const own = {
        award_id: uuidOf(text),
        team_id: (await foundTeam(game)).id,
        point_type: 'kviz',
      }
      expect(await thief.api.outcome('awardPoints', own)).toBe('OK')
    }
  }

  test('blocks no move: the award moves, and only once, even if the move is repeated', async () => {
    const [wrong, right, staff] = [
      await foundTeam(game),
      await foundTeam(game),
      await signIn(game, 'iva'),
    ]
    const organiser = await signInOrganiser(game)
    const award_id = randomUUID()
    await staff.api.ok('awardPoints', { award_id, team_id: wrong.id, point_type: 'pobjeda' })
    await take(await signIn(game, 'mia'), [`moved:${award_id}`, award_id])
    const order = { award_id, team_id: right.id, reason: 'Krivi kod' }
    const [first, second] = await Promise.all([
      organiser.api.ok('moveAward', order),
      organiser.api.ok('moveAward', order),
    ])
    expect(first.award).toMatchObject({ team_id: right.id, points: 25, voided: false })
    expect([second.award, (await organiser.api.ok('moveAward', order)).award]).toEqual([
      first.award,
      first.award,
    ])
    const pointsOf = async (team: typeof wrong) =>
      (await team.captain.api.ok('teamPoints', {})).points
    expect([await pointsOf(wrong), await pointsOf(right)]).toEqual([0, 25])
  })

  test('cannot replace a signed copy: booth and team both get the same award as answer', async () => {
    const [team, staff, thief] = [
      await foundTeam(game),
      await signIn(game, 'iva'),
      await signIn(game, 'mia'),
    ]
    const device = await signingDevice(game, staff, team.id)
    const content = device.content()
    const [award_id, voucher] = [content.awardId, await device.voucher(content)]
    const elsewhere = { team_id: (await foundTeam(game)).id, point_type: 'kviz' }
    expect(await thief.api.outcome('awardPoints', { ...elsewhere, award_id })).toBe('OK')
    await take(thief, [`iva\n${award_id}`, `iva ${award_id}`, `iva${award_id}`])
    const own = {
      award_id,
      team_id: team.id,
      point_type: 'pobjeda',
      user_id: 'iva',
      vendor_id: 'arkade',
    }
    const answers = await Promise.all([
      team.captain.api.ok('deliver', { voucher }),
      staff.api.ok('awardPoints', { ...own, voucher }),
      team.captain.api.ok('deliver', { voucher }),
    ])
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    for (const { award } of answers)
      expect(award).toMatchObject({ award_id, team_id: team.id, points: 25 })
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
    const { results } = await staff.api.ok('awardMany', { awards: [own] })
    expect(results).toMatchObject([
      { status: 'OK', duplicate: true, award: { award_id, team_id: team.id } },
    ])
  })
})

onOneEngine('rule 10: an award_id that was photographed from a copy', (game) => {
  /**
   * Staff of another booth photograph a copy that a booth's device shows, and give their friends
   * points under its id.
   */
  async function setUp() {
    const [team, friends] = [await foundTeam(game), await foundTeam(game)]
    const [staff, thief] = [await signIn(game, 'iva'), await signIn(game, 'mia')]
    const device = await signingDevice(game, staff, team.id)
    const content = device.content({ madeAt: game.clock.now() - MINUTE })
    const award_id = content.awardId
    const voucher = await device.voucher(content)
    const own = {
      award_id,
      team_id: team.id,
      point_type: 'pobjeda',
      queued_ms: MINUTE,
      user_id: 'iva',
      vendor_id: 'arkade',
    }
    const stolen = { award_id, team_id: friends.id, point_type: 'kviz' }
    return {
      team,
      friends,
      staff,
      thief,
      device,
      content,
      voucher,
      own,
      stolen,
      steal: async () => await thief.api.outcome('awardPoints', stolen),
      deliver: async () => await team.captain.api.ok('deliver', { voucher }),
      points: async () => (await team.captain.api.ok('teamPoints', {})).points,
    }
  }

  test('counts for the device that signed it, even if another booth’s award was recorded under it first', async () => {
    const at = await setUp()
    expect(await at.steal()).toBe('OK')
    const { award, duplicate } = await at.deliver()
    expect(award).toMatchObject({
      award_id: at.own.award_id,
      team_id: at.team.id,
      vendor_id: 'arkade',
      points: 25,
    })
    expect(duplicate).toBe(false)
    const again = { duplicate: true, award: { award_id: at.own.award_id, team_id: at.team.id } }
    expect(await at.staff.api.ok('awardPoints', at.own)).toMatchObject(again)
    const { results } = await at.staff.api.ok('awardMany', { awards: [at.own] })
    expect(results).toMatchObject([{ status: 'OK', award_id: at.own.award_id, ...again }])
    expect((await at.deliver()).duplicate).toBe(true)
    expect(await at.points()).toBe(25)
    // The other booth keeps its own award.
    expect(await at.thief.api.ok('awardPoints', at.stolen)).toMatchObject({
      duplicate: true,
      award: { team_id: at.friends.id },
    })
    expect((await at.staff.api.ok('voidAward', { award_id: at.own.award_id })).award).toMatchObject(
      {
        award_id: at.own.award_id,
        team_id: at.team.id,
        voided: true,
      },
    )
    expect([await at.points(), (await at.deliver()).award.voided]).toEqual([0, true])
    expect((await at.friends.captain.api.ok('teamPoints', {})).awards).toMatchObject([
      { voided: false },
    ])
  })

  test('is AWARD_CONFLICT for the booth until the server has received a copy that the booth signed', async () => {
    for (const carrier of ['booth', 'team'] as const) {
      const at = await setUp()
      await at.steal()
      expect(await at.staff.api.outcome('awardPoints', at.own)).toBe('AWARD_CONFLICT')
      const first =
        carrier === 'team'
          ? await at.deliver()
          : await at.staff.api.ok('awardPoints', { ...at.own, voucher: at.voucher })
      expect([first.duplicate, first.award.award_id]).toEqual([false, at.own.award_id])
      expect((await at.deliver()).duplicate).toBe(true)
      expect((await at.staff.api.ok('awardPoints', at.own)).duplicate).toBe(true)
      expect(await at.points()).toBe(25)
    }
  })

  test('is AWARD_CONFLICT for everybody else once the copy has been received', async () => {
    const at = await setUp()
    await at.deliver()
    expect(await at.steal()).toBe('AWARD_CONFLICT')
    expect([await at.points(), (await at.deliver()).duplicate]).toEqual([25, true])
  })

  test('counts even if the thief signs it with their own device and everything arrives at once', async () => {
    const at = await setUp()
    const theirs = await signingDevice(game, at.thief, at.friends.id)
    const signed = await theirs.voucher({
      awardId: at.own.award_id,
      vendorId: 'kutak',
      pointType: 'kviz',
    })
    const byFriends = async () =>
      (await at.friends.captain.api.ok('deliver', { voucher: signed })).duplicate
    expect(await byFriends()).toBe(false)
    const all = await Promise.all([
      at.deliver(),
      at.steal(),
      at.staff.api.outcome('awardPoints', { ...at.own, voucher: at.voucher }),
    ])
    expect(all).toMatchObject([{}, 'OK', 'OK'])
    expect([await at.points(), await byFriends(), (await at.deliver()).duplicate]).toEqual([
      25,
      true,
      true,
    ])
  })

  test('is judged like any other award: by the cooldown, the event’s end and an earlier refusal', async () => {
    const at = await setUp()
    await at.steal()
    await at.staff.api.ok('awardPoints', { team_id: at.team.id, point_type: 'pobjeda' })
    expect(await at.team.captain.api.outcome('deliver', { voucher: at.voucher })).toBe('COOLDOWN')
    const other = await setUp()
    await other.steal()
    await setEvent(game.db, { ends_at: game.clock.now() - 2 * MINUTE })
    expect(await other.team.captain.api.outcome('deliver', { voucher: other.voucher })).toBe(
      'EVENT_CLOSED',
    )
    await setEvent(game.db, { ends_at: null })
    expect(await other.team.captain.api.outcome('deliver', { voucher: other.voucher })).toBe(
      'EVENT_CLOSED',
    )
  })

  test('cannot be used twice by one person, and cannot be proven by the copy of another award', async () => {
    const at = await setUp()
    const elsewhere = { ...at.own, team_id: at.friends.id }
    await at.staff.api.ok('awardPoints', elsewhere)
    expect(await at.team.captain.api.outcome('deliver', { voucher: at.voucher })).toBe(
      'AWARD_CONFLICT',
    )
    const third = await setUp()
    await third.steal()
    const proofs = [
      at.voucher,
      await third.device.voucher({ awardId: third.own.award_id, pointType: 'dolazak' }),
      'nonsense',
      '',
    ]
    for (const voucher of proofs) {
      expect(await third.staff.api.outcome('awardPoints', { ...third.own, voucher })).toBe(
        'AWARD_CONFLICT',
      )
    }
    expect(await third.points()).toBe(0)
  })

  test('rule 17: can be voided by its booth even while it is kept and another award has the id', async () => {
    const [at, organiser] = [await setUp(), await signInOrganiser(game)]
    await at.steal()
    await organiser.api.ok('closeResults', {})
    const { own, voucher, staff } = at
    expect(await staff.api.outcome('awardPoints', { ...own, voucher })).toBe('KEPT_FOR_ORGANISER')
    expect(await staff.api.outcome('voidAward', { award_id: own.award_id })).toBe(
      'KEPT_FOR_ORGANISER',
    )
    const late = (await organiser.api.ok('listLate', {})).late.filter(
      ({ team_id }) => team_id === at.team.id,
    )
    expect(late.map(({ kind }) => kind)).toEqual(['void', 'award'])
    // Accepted before its award, the void finds nothing: the award with the id is another booth's.
    const voided = { late_id: late[0]?.late_id ?? '', reason: 'Potvrđeno' }
    expect(await organiser.api.outcome('acceptLate', voided)).toBe('AWARD_NOT_FOUND')
    await organiser.api.ok('acceptLate', { ...voided, late_id: late[1]?.late_id ?? '' })
    const { award } = await organiser.api.ok('acceptLate', voided)
    expect(award).toMatchObject({ team_id: at.team.id, voided: true })
    expect(await at.points()).toBe(0)
    expect((await at.friends.captain.api.ok('teamPoints', {})).awards).toMatchObject([
      { voided: false },
    ])
    await organiser.api.ok('reopenResults', {})
  })

  test('rule 17: belongs to its signer even while it is kept, and can be accepted although the id was taken before', async () => {
    const organiser = await signInOrganiser(game)
    for (const first of ['copy', 'thief'] as const) {
      const at = await setUp()
      if (first === 'thief') await at.steal()
      await organiser.api.ok('revokeDevice', {
        device_id: at.device.device_id,
        reason: 'Izgubljen',
      })
      expect(await at.team.captain.api.outcome('deliver', { voucher: at.voucher })).toBe(
        'KEPT_FOR_ORGANISER',
      )
      expect(await at.steal()).toBe(first === 'copy' ? 'AWARD_CONFLICT' : 'OK')
      const late = (await organiser.api.ok('listLate', {})).late.find(
        ({ team_id }) => team_id === at.team.id,
      )
      const accepted = { late_id: late?.late_id ?? '', reason: 'Potvrđeno' }
      const { award } = await organiser.api.ok('acceptLate', accepted)
      expect(award).toMatchObject({ team_id: at.team.id, points: 25 })
      expect((await organiser.api.ok('acceptLate', accepted)).award).toEqual(award)
      expect([await at.points(), (await at.deliver()).duplicate]).toEqual([25, true])
      expect(
        (await at.staff.api.ok('voidAward', { award_id: at.own.award_id })).award,
      ).toMatchObject({ team_id: at.team.id })
    }
  })
})
