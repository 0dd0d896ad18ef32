import { createSecretKey } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import { findScoreDifferences } from '#server/db/queries/scores'
import { readEnv } from '#server/env'
import { aesCmac, readProof } from '#server/tag-proof/read-proof'
import { setEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { ANY_TAG_KEYS, HEX_KEYS, newUid, PAIR, touch } from '../support/ntag424'
import { foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { MINUTE } from '../support/times'
import { useGame } from '../support/use-game'

describe('rule 11: a tag that proves each touch', () => {
  const game = useGame('postgres', {
    servers: 2,
    tagKeys: (nfcId) => (nfcId.startsWith('bez-') ? null : ANY_TAG_KEYS(nfcId)),
  })

  let tags = 0
  /** Creates a tag and its chip. */
  async function provingTag({ uid, prefix = 'zmaj' }: { uid?: string; prefix?: string } = {}) {
    const nfc_id = `${prefix}-${++tags}`
    const row = {
      nfc_id,
      nfc_type: 'bonus' as const,
      point_type: 'blago',
      proof: 'ntag424' as const,
      created_at: 0,
    }
    await game.db.write({ kind: 'event' }, (tx) =>
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
  const refusal = async ({ api }: Person, nfc_id: string, more: Scan = {}) =>
    (await api.ko('scan', { nfc_id, ...more })).code
  const captains = async (count: number) => {
    const made: Person[] = []
    while (made.length < count) made.push((await foundTeam(game)).captain)
    return made as [Person, Person, Person, Person]
  }
  const first = { points: 7, again: false }

  test('is not proven by its address alone or by a wrong or partial proof, which store nothing', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one] = await captains(1)
    const right = touch(chip, 1)
    const wrong: Scan[] = [
      {},
      { picc: right.picc },
      { picc: '', cmac: '' },
      { ...right, cmac: touch(chip, 2).cmac },
    ]
    for (const proof of wrong) expect(await refusal(one, nfc_id, proof)).toBe('TAG_NOT_PROVEN')
    expect(
      await collect(one, nfc_id, {
        picc: right.picc.toUpperCase(),
        cmac: right.cmac.toUpperCase(),
      }),
    ).toEqual(first)
    // A team that has collected the bonus is told so before any proof is checked.
    for (const proof of [{}, right, { picc: 'x' }])
      expect((await collect(one, nfc_id, proof)).again).toBe(true)
    const { nfc_id: keyless, chip: own } = await provingTag({ prefix: 'bez' })
    expect(await refusal(one, keyless, touch(own, 1))).toBe('TAG_NOT_PROVEN')
  })

  test('gives points for each touch to only one of many teams that send it at once, even through two servers', async () => {
    const { nfc_id, chip } = await provingTag()
    const devices = await Promise.all(
      (await captains(4)).map(({ id }, index) => signIn(game, id, index % 2)),
    )
    const scans = (counter: number) =>
      devices.map(({ api }) => api.outcome('scan', { nfc_id, ...touch(chip, counter) }))
    const answers = await Promise.all(scans(1))
    expect(answers.toSorted()).toEqual(['OK', 'TAG_REPLAYED', 'TAG_REPLAYED', 'TAG_REPLAYED'])
    expect(
      await collect(devices[answers.indexOf('TAG_REPLAYED')] as Person, nfc_id, touch(chip, 2)),
    ).toEqual(first)
  })

  test('rule 8: touches of two teams that come at once through two servers confirm each other', async () => {
    for (let round = 0; round < 10; round++) {
      const chip = newUid()
      const { nfc_id } = await provingTag({ uid: chip })
      const devices = await Promise.all(
        (await captains(2)).map(({ id }, index) => signIn(game, id, index % 2)),
      )
      game.clock.advance(60 * MINUTE)
      const scans = devices.map(({ api }, index) =>
        api.ok('scan', { nfc_id, ...touch(chip, index), queued_ms: 30 * MINUTE }),
      )
      const awards = (await Promise.all(scans)).map(({ nfc }) => nfc.award?.award_id ?? '')
      const confirmed = game.db.read
        .selectFrom('confirmed_bonuses')
        .where('award_id', 'in', awards)
        .selectAll()
      expect(await confirmed.execute()).toHaveLength(2)
      expect(await findScoreDifferences(game.db.read)).toEqual([])
    }
  })

  test('belongs to the chip that proved it first, even if chips share their keys', async () => {
    const [mine, yours] = [await provingTag(), await provingTag()]
    const [one, other] = await captains(2)
    await collect(one, mine.nfc_id, touch(mine.chip, 1))
    expect(await refusal(other, mine.nfc_id, touch(yours.chip, 1))).toBe('TAG_NOT_PROVEN')
    expect(await refusal(other, yours.nfc_id, touch(mine.chip, 2))).toBe('TAG_NOT_PROVEN')
    expect(await collect(other, yours.nfc_id, touch(yours.chip, 1))).toEqual(first)
  })

  test('is bound to a chip by the event file, else by the first valid proof, even outside the event', async () => {
    const [{ nfc_id, chip }, uid, [one, other]] = [await provingTag(), newUid(), await captains(2)]
    await setEvent(game.db, { starts_at: game.clock.now() + MINUTE })
    expect(await refusal(one, nfc_id, touch(chip, 1))).toBe('EVENT_CLOSED')
    await setEvent(game.db, { starts_at: null })
    expect(await refusal(one, nfc_id, touch(newUid(), 1))).toBe('TAG_NOT_PROVEN')
    // The touch that gave nothing is not used up.
    expect(await collect(other, nfc_id, touch(chip, 1))).toEqual(first)
    const named = await provingTag({ uid })
    expect(await refusal(one, named.nfc_id, touch(named.chip, 1))).toBe('TAG_NOT_PROVEN')
    expect(await collect(one, named.nfc_id, touch(uid, 1))).toEqual(first)
  })

  test('fault 77: neighbouring touches of two accounts that agree refute a claim over 15 minutes off', async () => {
    const { nfc_id, chip } = await provingTag()
    const [one, other, hoarder] = await captains(3)
    game.clock.advance(3 * 60 * MINUTE)
    await collect(one, nfc_id, { ...touch(chip, 11), queued_ms: 120 * MINUTE })
    await collect(other, nfc_id, { ...touch(chip, 12), queued_ms: 118 * MINUTE })
    expect(await refusal(hoarder, nfc_id, touch(chip, 10))).toBe('TAG_REPLAYED')
    expect(await collect(hoarder, nfc_id, { ...touch(chip, 10), queued_ms: 119 * MINUTE })).toEqual(
      first,
    )
  })

  test('fault 77: refuses a proof that was kept for a team founded later, once a newer touch was received', async () => {
    const { nfc_id, chip } = await provingTag()
    const [honest] = await captains(1)
    game.clock.advance(2 * 60 * MINUTE)
    await collect(honest, nfc_id, touch(chip, 6))
    game.clock.advance(60 * MINUTE)
    const [late, later] = await captains(2)
    const hoarded = { ...touch(chip, 1), queued_ms: 180 * MINUTE }
    expect(await refusal(late, nfc_id, hoarded)).toBe('TAG_REPLAYED')
    const { nfc } = await later.api.ok('scan', {
      nfc_id,
      ...touch(chip, 7),
      queued_ms: 180 * MINUTE,
    })
    expect(nfc.award?.awarded_at).toBe(new Date(game.clock.now()).toISOString())
  })

  test('counts for somebody who joined a team after the touch', async () => {
    const { nfc_id, chip } = await provingTag()
    const finder = await signUp(game)
    expect(await refusal(finder, nfc_id, touch(chip, 1))).toBe('NOT_IN_TEAM')
    game.clock.advance(40 * MINUTE)
    const [other] = await captains(1)
    await collect(other, nfc_id, { ...touch(chip, 2), queued_ms: 30 * MINUTE })
    await finder.api.ok('createTeam', { team_name: `Nalaznik ${nfc_id}` })
    expect(await collect(finder, nfc_id, { ...touch(chip, 1), queued_ms: 40 * MINUTE })).toEqual(
      first,
    )
  })

  test('can be read by staff and organisers without a proof, but not overwritten by staff', async () => {
    const { nfc_id } = await provingTag()
    const staff = await signIn(game, 'iva')
    await game.db.write({ kind: 'event' }, (tx) =>
      tx.updateTable('tags').set({ vendor_id: 'arkade' }).where('nfc_id', '=', nfc_id).execute(),
    )
    for (const { api } of [staff, await signInOrganiser(game)]) {
      expect((await api.ok('scan', { nfc_id })).nfc).toMatchObject({
        nfc_type: 'bonus',
        award: null,
      })
    }
    expect((await staff.api.ok('listTags', {})).tags.map((tag) => tag.nfc_id)).not.toContain(nfc_id)
    expect(await staff.api.outcome('markTagWritten', { nfc_id })).toBe('FORBIDDEN')
  })
})

const hex = (text: string) => Buffer.from(text, 'hex')
const key = (text: string) => createSecretKey(hex(text))

describe('the proof of an NTAG 424 DNA', () => {
  const zero = key('00'.repeat(16))
  const published = { picc: 'EF963FF7828658A599F3041510671E88', cmac: '94EED9EE65337086' }

  test('published in AN12196 is read with its UID and counter, in upper and lower case', () => {
    const keys = { meta: zero, file: zero }
    expect(readProof(keys, published)).toEqual({ uid: '04DE5F1EACC040', counter: 61 })
    const lower = { picc: published.picc.toLowerCase(), cmac: published.cmac.toLowerCase() }
    expect(readProof(keys, lower)).toEqual({ uid: '04DE5F1EACC040', counter: 61 })
  })

  test.each([0, 1, 255, 256, 65_536, 0xff_ff_ff])('is read at its touch number %i', (counter) => {
    expect(readProof(PAIR, touch('04AABBCCDDEEFF', counter))).toEqual({
      uid: '04AABBCCDDEEFF',
      counter,
    })
  })

  const right = touch('04AABBCCDDEEFF', 7)
  test.each([
    ['half of a proof', { picc: right.picc }],
    ['PICC data that are too short', { ...right, picc: right.picc.slice(2) }],
    ['PICC data that are not hexadecimal', { ...right, picc: `zz${right.picc.slice(2)}` }],
    ['a CMAC that is too long', { ...right, cmac: `${right.cmac}0` }],
    ['a template that was never filled in', { picc: '0'.repeat(32), cmac: '0'.repeat(16) }],
    ['the CMAC of another touch', { ...right, cmac: touch('04AABBCCDDEEFF', 8).cmac }],
    ['the CMAC of another chip', { ...right, cmac: touch('04AABBCCDDEEFE', 7).cmac }],
    ['keys of another tag', touch('04AABBCCDDEEFF', 7, { meta: PAIR.file, file: PAIR.meta })],
  ])('is refused with %s', (_name, proof) => {
    expect(readProof(PAIR, right)).not.toBeNull()
    expect(readProof(PAIR, proof)).toBeNull()
  })
})

describe('TAG_KEYS', () => {
  const folder = ownFolder()
  function file(name: string, content: string, mode = 0o600): string {
    const path = folder(name)
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }
  const ofOne = JSON.stringify({ 'zmaj-1': HEX_KEYS })

  test('gives a tag its own keys, or the keys of * if it has none', () => {
    const one = readEnv({ TAG_KEYS: file('one.json', ofOne) }).tagKeys
    expect(one('zmaj-1')).not.toBeNull()
    expect(one('zmaj-2')).toBeNull()
    const other = { meta: '11'.repeat(16), file: '22'.repeat(16) }
    const all = readEnv({
      TAG_KEYS: file('all.json', JSON.stringify({ 'zmaj-1': HEX_KEYS, '*': other })),
    }).tagKeys
    const proof = touch('04AABBCCDDEEFF', 7)
    expect(readProof(all('zmaj-1') ?? PAIR, proof)).not.toBeNull()
    expect(readProof(all('zmaj-2') ?? PAIR, proof)).toBeNull()
    expect(readEnv({}).tagKeys('zmaj-1')).toBeNull()
  })

  test('is not shown when the keys are printed', () => {
    const { tagKeys } = readEnv({ TAG_KEYS: file('printed.json', ofOne) })
    const printed =
      inspect({ tagKeys, pair: tagKeys('zmaj-1') }, { depth: 9, showHidden: true }) +
      JSON.stringify(tagKeys('zmaj-1'))
    for (const secret of Object.values(HEX_KEYS))
      expect(printed.toLowerCase()).not.toContain(secret)
  })

  test.each([
    [
      'a file that everybody can read',
      () => file('open.json', ofOne, 0o640),
      /other users can read; run chmod 600 on it\.$/,
    ],
    ['a file that is not there', () => folder('none.json'), /which cannot be read\.$/],
    ['no JSON', () => file('text.json', 'ključevi'), /must be JSON such as/],
    [
      'a short key',
      () => file('short.json', '{"*":{"meta":"00","file":"00"}}'),
      /must be JSON such as/,
    ],
    [
      'a missing key',
      () => file('half.json', JSON.stringify({ '*': { meta: HEX_KEYS.meta } })),
      /must be JSON such as/,
    ],
  ])('stops the start with one sentence for %s', (_name, path, sentence) => {
    const read = () => readEnv({ TAG_KEYS: path() })
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^TAG_KEYS names [^\n]+\.$/)
    expect(read).not.toThrow(new RegExp(HEX_KEYS.meta))
  })
})

test.each([
  [0, 'bb1d6929e95937287fa37d129b756746'],
  [16, '070a16b46b4d4144f79bdd9dd04a287c'],
  [40, 'dfa66747de9ae63030ca32611497c827'],
])('the AES-CMAC of %i bytes equals that of RFC 4493', (length, mac) => {
  const message = Buffer.from(
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411',
    'hex',
  )
  const key = createSecretKey('2b7e151628aed2a6abf7158809cf4f3c', 'hex')
  expect(aesCmac(key, message.subarray(0, length)).toString('hex')).toBe(mac)
})
