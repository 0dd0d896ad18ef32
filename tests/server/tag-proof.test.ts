import { describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import { setEvent } from '../support/event'
import { ANY_TAG_KEYS, newUid, touch } from '../support/ntag424'
import { foundTeam, type Person, signInOrganiser, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const MINUTE = 60_000

describe('rule 11: a tag that proves each touch', () => {
  const game = useGame('postgres', { servers: 2, tagKeys: (nfcId) => (nfcId.startsWith('bez-') ? null : ANY_TAG_KEYS(nfcId)) })

  let tags = 0
  /** A tag of its own, and its chip. */
  async function provingTag({ uid, prefix = 'zmaj' }: { uid?: string; prefix?: string } = {}) {
    const nfc_id = `${prefix}-${++tags}`
    const row = { nfc_id, nfc_type: 'bonus' as const, point_type: 'blago', proof: 'ntag424' as const, created_at: 0 }
    await game().db.write({ on: 'event' }, (tx) =>
      tx
        .insertInto('tags')
        .values({ ...row, uid: uid ?? null })
        .execute(),
    )
    return { nfc_id, chip: newUid() }
  }

  type Scan = Partial<CallInput<'scan'>>
  const collect = async ({ api }: Person, nfc_id: string, more: Scan) => {
    const { nfc } = await api.ok('scan', { nfc_id, ...more })
    return { points: nfc.award?.points, again: nfc.already_collected }
  }
  const refusal = async ({ api }: Person, nfc_id: string, more: Scan = {}) => (await api.ko('scan', { nfc_id, ...more })).code
  const captains = async (count: number) => {
    const made: Person[] = []
    while (made.length < count) made.push((await foundTeam(game())).captain)
    return made as [Person, Person, Person, Person]
  }
  const first = { points: 7, again: false }

  test('is not proven by its address alone, nor by anything that is no proof of it; nothing is kept then', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one] = await captains(1)
    const right = touch(chip, 1)
    const wrong: Scan[] = [{}, { picc: right.picc }, { picc: '', cmac: '' }, { ...right, cmac: touch(chip, 2).cmac }]
    for (const proof of wrong) expect(await refusal(one, nfc_id, proof)).toBe('TAG_NOT_PROVEN')
    expect(await collect(one, nfc_id, { picc: right.picc.toUpperCase(), cmac: right.cmac.toUpperCase() })).toEqual(first)
  })

  test('whose key is missing is not proven', async () => {
    const { nfc_id, chip } = await provingTag({ prefix: 'bez' })
    const [one] = await captains(1)
    expect(await refusal(one, nfc_id, touch(chip, 1))).toBe('TAG_NOT_PROVEN')
  })

  test('that the team has collected is answered so, before any proof is asked for', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one] = await captains(1)
    await collect(one, nfc_id, touch(chip, 1))
    for (const proof of [{}, touch(chip, 1), { picc: 'x' }]) expect((await collect(one, nfc_id, proof)).again).toBe(true)
  })

  test('takes a touch for one team only: another one’s is TAG_REPLAYED, and its own touch counts', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one, other] = await captains(2)
    await collect(one, nfc_id, touch(chip, 5))
    expect(await refusal(other, nfc_id, touch(chip, 5))).toBe('TAG_REPLAYED')
    expect(await collect(other, nfc_id, touch(chip, 6))).toEqual(first)
  })

  test('gives one touch to one of many teams that send it at once, through two servers', async () => {
    const { nfc_id, chip } = await provingTag()
    const people = await Promise.all([0, 1, 0, 1].map(async (server) => await captainOn(server)))
    const answers = await Promise.all(people.map(({ api }) => api.outcome('scan', { nfc_id, ...touch(chip, 1) })))
    expect(answers.sort()).toEqual(['OK', 'TAG_REPLAYED', 'TAG_REPLAYED', 'TAG_REPLAYED'])
  })

  async function captainOn(server: number): Promise<Person> {
    const person = await signUp(game(), {}, server)
    await person.api.ok('createTeam', { team_name: `Na ${person.nickname}` })
    return person
  }

  test('belongs to the chip that proved first: under common keys no other chip serves it, and that chip no other tag', async () => {
    const [mine, yours] = [await provingTag(), await provingTag()]
    const [one, other] = await captains(2)
    await collect(one, mine.nfc_id, touch(mine.chip, 1))
    expect(await refusal(other, mine.nfc_id, touch(yours.chip, 1))).toBe('TAG_NOT_PROVEN')
    expect(await refusal(other, yours.nfc_id, touch(mine.chip, 2))).toBe('TAG_NOT_PROVEN')
    expect(await collect(other, yours.nfc_id, touch(yours.chip, 1))).toEqual(first)
  })

  test('is bound by a proof that counts, not by one that is refused', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one] = await captains(1)
    await setEvent(game().db, { starts_at: game().clock.now() + MINUTE })
    expect(await refusal(one, nfc_id, touch(newUid(), 1))).toBe('EVENT_CLOSED')
    await setEvent(game().db, { starts_at: null })
    expect(await collect(one, nfc_id, touch(chip, 1))).toEqual(first)
  })

  test('is bound to the chip that the event file names', async () => {
    const uid = newUid()
    const { nfc_id, chip } = await provingTag({ uid })
    const [one] = await captains(1)
    expect(await refusal(one, nfc_id, touch(chip, 1))).toBe('TAG_NOT_PROVEN')
    expect(await collect(one, nfc_id, touch(uid, 1))).toEqual(first)
  })

  test('fault 77: neighbouring touches of two accounts that agree speak against another claim by more than 15 minutes', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one, other, kept] = await captains(3)
    game().clock.advance(3 * 60 * MINUTE)
    await collect(one, nfc_id, { ...touch(chip, 11), queued_ms: 120 * MINUTE })
    await collect(other, nfc_id, { ...touch(chip, 12), queued_ms: 118 * MINUTE })
    expect(await refusal(kept, nfc_id, touch(chip, 10))).toBe('TAG_REPLAYED')
    expect(await collect(kept, nfc_id, { ...touch(chip, 10), queued_ms: 119 * MINUTE })).toEqual(first)
  })

  test('fault 77: a proof that was kept for teams founded later is replayed once a later touch was received; none is dated before its team', async () => {
    const { nfc_id, chip } = await provingTag()
    const [honest] = await captains(1)
    game().clock.advance(2 * 60 * MINUTE)
    await collect(honest, nfc_id, touch(chip, 6))
    game().clock.advance(60 * MINUTE)
    const [late, later] = await captains(2)
    const kept = { ...touch(chip, 1), queued_ms: 180 * MINUTE }
    expect(await refusal(late, nfc_id, kept)).toBe('TAG_REPLAYED')
    const { nfc } = await later.api.ok('scan', { nfc_id, ...touch(chip, 7), queued_ms: 180 * MINUTE })
    expect(nfc.award?.awarded_at).toBe(new Date(game().clock.now()).toISOString())
  })

  test('counts for somebody who joined a team after the touch', async () => {
    const { nfc_id, chip } = await provingTag()
    const finder = await signUp(game())
    expect(await refusal(finder, nfc_id, touch(chip, 1))).toBe('NOT_IN_TEAM')
    game().clock.advance(40 * MINUTE)
    const [other] = await captains(1)
    await collect(other, nfc_id, { ...touch(chip, 2), queued_ms: 30 * MINUTE })
    await finder.api.ok('createTeam', { team_name: `Nalaznik ${nfc_id}` })
    expect(await collect(finder, nfc_id, { ...touch(chip, 1), queued_ms: 40 * MINUTE })).toEqual(first)
  })

  test('is read by staff and organisers without a proof, and no staff may write over it', async () => {
    const { nfc_id } = await provingTag()
    const staff = await signInStaff(game(), 'iva')
    await game().db.write({ on: 'event' }, (tx) =>
      tx.updateTable('tags').set({ vendor_id: 'arkade' }).where('nfc_id', '=', nfc_id).execute(),
    )
    for (const { api } of [staff, await signInOrganiser(game())]) {
      expect((await api.ok('scan', { nfc_id })).nfc).toMatchObject({ nfc_type: 'bonus', award: null })
    }
    expect((await staff.api.ok('listTags', {})).tags.map((tag) => tag.nfc_id)).not.toContain(nfc_id)
  })
})
