import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import { readStaffTimes } from '#server/db/queries/voucher-signers'
import { engineUnderTest } from '../support/engine-under-test'
import { startGame, type TestGame } from '../support/game-server'
import { lastSms } from '../support/people'
import { useGame } from '../support/use-game'
import { ANA, applyJson, EVENT, faultsOf, IVA, MARKO, NIKO, readEverything } from './event-database'

const booth = (vendor_id: string, ...staff: object[]) => ({ vendor_id, name: vendor_id, staff })

describe('the staff of an event file', () => {
  let game: TestGame
  let db: Database
  beforeEach(async () => {
    game = await startGame(engineUnderTest())
    db = game.db
    return () => game.close()
  })

  const readUsers = () => db.read.selectFrom('users').selectAll().orderBy('nickname_key').execute()
  const boothsOf = async () =>
    Object.fromEntries((await readUsers()).map((user) => [user.nickname, user.vendor_id]))

  /** Registers a user and, unless told otherwise, signs them in. */
  async function register(profile: typeof NIKO, { signIn = true } = {}) {
    const browser = game.client()
    const { user_id } = await browser.ok('register', { user_data: profile })
    const { code } = lastSms(game, profile.mobile)
    if (signIn) await browser.ok('signIn', { id: profile.mobile, mtp: code })
    return { browser, user_id, code }
  }

  test('has its account reserved from the start and has not accepted the terms yet', async () => {
    await applyJson(db, EVENT)
    expect(await readUsers()).toMatchObject([
      {
        ...IVA,
        vendor_id: 'arkade',
        imported: 1,
        first_signed_in_at: null,
        terms_version: null,
        terms_accepted_at: null,
      },
      { ...MARKO, vendor_id: 'arkade', imported: 1 },
    ])
    expect(
      await game.client().outcome('register', { user_data: { ...NIKO, mobile: IVA.mobile } }),
    ).toBe('ALREADY_REGISTERED')
    expect(
      await game.client().outcome('register', { user_data: { ...NIKO, nickname: 'IVA' } }),
    ).toBe('INVALID_INPUT')
  })

  test('keeps an existing account with the same mobile number, which gets the booth and profile of the file', async () => {
    const { browser, user_id } = await register({ ...NIKO, mobile: IVA.mobile })
    expect(await applyJson(db, { vendors: [booth('arkade', IVA)] })).toEqual([
      '+ vendors.arkade',
      '+ vendors.arkade.staff Iva Horvat',
      '~ vendors.arkade.staff.first_name Iva Horvat: "Niko" -> "Iva"',
      '~ vendors.arkade.staff.last_name Iva Horvat: "Nikić" -> "Horvat"',
      '~ vendors.arkade.staff.email Iva Horvat: "niko@example.hr" -> "iva@example.hr"',
      '~ vendors.arkade.staff.nickname Iva Horvat: "niko" -> "iva"',
    ])
    expect((await browser.ok('currentUser', {})).user).toMatchObject({
      id: user_id,
      ...IVA,
      vendor_id: 'arkade',
    })
    expect(await applyJson(db, { vendors: [booth('arkade', IVA)] })).toEqual([])
  })

  test('has each booth recorded with its times; staff created with a booth count as always its staff', async () => {
    const history = () =>
      db.read
        .selectFrom('staff_history')
        .orderBy('until_at', 'asc')
        .select(['vendor_id', 'from_at', 'until_at'])
        .execute()
    await applyJson(db, { vendors: [booth('arkade', IVA), booth('kutak')] })
    const { user_id } = (await readUsers())[0] ?? { user_id: '' }
    const wasAndIs = (vendorId: string, time: number) =>
      readStaffTimes(db.read, user_id, vendorId, time)
    expect([await history(), await wasAndIs('arkade', 0)]).toEqual([
      [],
      { wasStaff: true, isStaff: true },
    ])
    await applyJson(db, { vendors: [booth('arkade'), booth('kutak', IVA)] })
    const [first, second] = (await history()).toSorted(
      (a, b) => (a.from_at ?? 0) - (b.from_at ?? 0),
    )
    expect(first).toMatchObject({ vendor_id: 'arkade', from_at: null })
    expect(second).toEqual({ vendor_id: 'kutak', from_at: first?.until_at, until_at: null })
    const at = first?.until_at ?? 0
    expect(await wasAndIs('arkade', at - 1)).toEqual({ wasStaff: true, isStaff: false })
    expect(await wasAndIs('arkade', at)).toEqual({ wasStaff: false, isStaff: false })
    expect(await wasAndIs('kutak', at - 1)).toEqual({ wasStaff: false, isStaff: true })
    expect(await wasAndIs('kutak', at)).toEqual({ wasStaff: true, isStaff: true })
    await applyJson(db, { vendors: [booth('kutak')] })
    expect((await history()).every(({ until_at }) => until_at !== null)).toBe(true)
  })

  test('without nicknames gets nicknames from first names, and an existing account keeps its own', async () => {
    const nobody = { email: '', nickname: '' }
    const { browser } = await register(NIKO)
    const people = [
      { ...IVA, ...nobody },
      { ...MARKO, ...nobody, first_name: 'Iva' },
      { ...NIKO, ...nobody, first_name: 'Nikola' },
    ]
    await applyJson(db, { vendors: [booth('arkade', ...people)] })
    expect((await readUsers()).map(({ email, nickname }) => [nickname, email])).toEqual([
      ['Iva', ''],
      ['Iva 2', ''],
      ['niko', NIKO.email],
    ])
    expect(await applyJson(db, { vendors: [booth('arkade', ...people)] })).toEqual([])
    // Without an e-mail a new number makes a new account, because a name alone identifies nobody.
    const other = { ...people[0], mobile: '+385911111112' }
    await applyJson(db, { vendors: [booth('arkade', other, ...people.slice(1))] })
    expect(
      (await readUsers()).map(({ nickname, vendor_id }) => [nickname, vendor_id]),
    ).toContainEqual(['Iva', null])
    const { user } = await browser.ok('updateProfile', {
      user_data: { first_name: 'N', last_name: 'N', nickname: 'niko' },
    })
    expect(user.email).toBe(NIKO.email)
  })

  test('rule 19: has no nicknames that look like another person’s or like the app’s own words', async () => {
    await register({ ...NIKO, nickname: 'galileo' })
    const apply = (nickname: string) =>
      faultsOf(() => applyJson(db, { vendors: [booth('arkade', { ...IVA, nickname })] }))
    const at = 'vendors[0].staff[0].nickname'
    expect(await apply('GaliIeo')).toEqual([
      `${at}: "GaliIeo" could be taken for "galileo", the account of ${NIKO.mobile}`,
    ])
    expect(await apply('Organizator')).toEqual([
      `${at}: "Organizator" is a name that the app itself shows`,
    ])
    expect(await apply('ivа')).toEqual([
      `${at}: "ivа" mixes scripts in a word, or stacks marks on a letter`,
    ])
    const twice = {
      vendors: [booth('arkade', { ...IVA, nickname: 'ida' }, { ...MARKO, nickname: 'lda' })],
    }
    expect(await faultsOf(() => applyJson(db, twice))).toEqual([
      'vendors[0].staff[1].nickname: "lda" is already at vendors[0].staff[0].nickname',
    ])
  })

  test('abuse 8: takes over the first registration of its number, deletes later ones, and voids its code (rule 22)', async () => {
    const { user_id, browser, code } = await register(
      { ...IVA, first_name: 'Ivana' },
      { signIn: false },
    )
    game.clock.advance(30_000)
    await register({ ...NIKO, mobile: IVA.mobile }, { signIn: false })
    await applyJson(db, { vendors: [booth('arkade', IVA)] })
    expect(await readUsers()).toMatchObject([{ ...IVA, user_id, imported: 1, vendor_id: 'arkade' }])
    expect(await browser.outcome('signIn', { id: IVA.mobile, mtp: code })).toBe('INVALID_CODE')
    game.clock.advance(30_000)
    await browser.ok('requestCode', { id: IVA.mobile })
    const { user } = await browser.ok('signIn', {
      id: IVA.mobile,
      mtp: lastSms(game, IVA.mobile).code,
    })
    expect(user).toMatchObject({ ...IVA, vendor_id: 'arkade' })
  })

  test('can swap e-mails and nicknames with each other', async () => {
    await applyJson(db, EVENT)
    const { email, nickname } = IVA
    const exchanged = [
      { ...IVA, email: MARKO.email, nickname: 'Marko' },
      { ...MARKO, email, nickname },
    ]
    await applyJson(db, { vendors: [booth('arkade', ...exchanged)] })
    expect(await readUsers()).toMatchObject([
      { mobile: MARKO.mobile, nickname: 'iva', email_key: 'iva@example.hr' },
      {
        mobile: IVA.mobile,
        nickname: 'Marko',
        nickname_key: 'marko',
        email_key: 'marko@example.hr',
      },
    ])
  })

  test('has a mistyped number corrected by name and e-mail before the first sign-in; rule 22: never by the e-mail only', async () => {
    await applyJson(db, { vendors: [booth('arkade', IVA)] })
    await game.client().ok('requestCode', { id: IVA.mobile })
    const corrected = { vendors: [booth('arkade', { ...IVA, mobile: NIKO.mobile })] }
    expect(await applyJson(db, corrected)).toEqual([
      `~ vendors.arkade.staff.mobile Iva Horvat: "${IVA.mobile}" -> "${NIKO.mobile}"`,
      '- vendors.arkade.staff.access Iva Horvat: earlier links, codes, sessions and keys end',
    ])
    expect(await readUsers()).toMatchObject([{ mobile: NIKO.mobile, vendor_id: 'arkade' }])
    const { code } = lastSms(game, IVA.mobile)
    expect(await game.client().outcome('signIn', { id: NIKO.mobile, mtp: code })).toBe(
      'INVALID_CODE',
    )
    const another = { ...MARKO, email: IVA.email }
    expect(await applyJson(db, { vendors: [booth('arkade', another)] })).toEqual([
      '- vendors.arkade.staff Iva Horvat: "arkade" -> null',
      '+ vendors.arkade.staff Marko Babić',
    ])
  })

  test('may share an e-mail, which reserves nothing; namesakes among them stay two people', async () => {
    const named = (first: string, second: string) => ({
      vendors: [
        booth('arkade', { ...IVA, mobile: first }, { ...IVA, mobile: second, nickname: 'iva2' }),
      ],
    })
    await applyJson(db, named(IVA.mobile, MARKO.mobile))
    await applyJson(db, named(NIKO.mobile, ANA.mobile))
    expect(await readUsers()).toMatchObject([
      { mobile: NIKO.mobile, email: IVA.email, vendor_id: 'arkade' },
      { mobile: ANA.mobile, email: IVA.email, vendor_id: 'arkade' },
    ])
  })

  test('abuse 8: takes the nickname of a registration not signed in yet, which gets another and keeps its code', async () => {
    const { browser, code } = await register(NIKO, { signIn: false })
    await applyJson(db, { vendors: [booth('arkade', { ...IVA, nickname: 'NIKO' })] })
    const { user } = await browser.ok('signIn', { id: NIKO.mobile, mtp: code })
    expect(user).toMatchObject({ nickname: 'niko2', vendor_id: null })
    expect(await boothsOf()).toEqual({ NIKO: 'arkade', niko2: null })
  })

  test('cannot be a member of a team', async () => {
    const { browser } = await register(NIKO)
    await browser.ok('createTeam', { team_name: 'Plavi Vukovi' })
    const before = await readEverything(db)
    expect(await faultsOf(() => applyJson(db, { vendors: [booth('arkade', IVA, NIKO)] }))).toEqual([
      'vendors[0].staff[1].mobile: plays in the team "Plavi Vukovi"; staff cannot be in a team, so let them leave it first',
    ])
    expect(await readEverything(db)).toEqual(before)
  })

  test('loses a pending request to join a team', async () => {
    const captain = await register(NIKO)
    const { team_id } = await captain.browser.ok('createTeam', { team_name: 'Plavi Vukovi' })
    const asking = await register(IVA)
    await asking.browser.ok('joinTeam', { team_id })
    expect(await applyJson(db, { vendors: [booth('arkade', IVA)] })).toContain(
      '~ vendors.arkade.staff.pending_team Iva Horvat: "Plavi Vukovi" -> null',
    )
    expect((await captain.browser.ok('listInvites', {})).invites).toEqual([])
  })
})

describe('organisers of an event file', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  const organisers = async () =>
    (await readEverything(game.db)).users
      .filter((user) => user.organiser_since !== null)
      .map(({ nickname }) => nickname)
      .sort()

  test('get the role, keep it while they are named, and applying again changes nothing', async () => {
    expect(await applyJson(game.db, { ...EVENT, organisers: [ANA] })).toContain(
      '+ organisers Ana Babić',
    )
    expect(await applyJson(game.db, { ...EVENT, organisers: [ANA] })).toEqual([])
    expect(await applyJson(game.db, EVENT)).toEqual([])
    expect(await organisers()).toEqual(['ana'])
  })

  test('are neither staff nor in a team: staff named as organisers lose their booth', async () => {
    const vendors = EVENT.vendors.map((vendor) => ({ ...vendor, staff: [] }))
    const changes = await applyJson(game.db, { ...EVENT, vendors, organisers: [ANA, MARKO] })
    expect(changes).toEqual(
      expect.arrayContaining([
        '- vendors.arkade.staff Marko Babić: "Arkadna zona" -> null',
        '+ organisers Marko Babić',
      ]),
    )
    expect(
      (await readEverything(game.db)).users.find(({ nickname }) => nickname === 'marko')?.vendor_id,
    ).toBeNull()
    expect(await organisers()).toEqual(['ana', 'marko'])
  })

  test('lose the role when the file no longer names them, but keep the account', async () => {
    expect(await applyJson(game.db, { organisers: [ANA] })).toEqual(['- organisers Marko Babić'])
    expect(await organisers()).toEqual(['ana'])
  })
})
