import { readdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import { checkFile } from '#server/backup-file'
import type { Database, Lock, Work } from '#server/db/database'
import { resetEvent } from '#server/reset-event'
import { isoTime } from '#server/time'
import { type AtTheBooth, atTheBooth } from '../support/booth'
import { connect } from '../support/connect'
import { ENGINES } from '../support/databases'
import { insertEvent, insertTag, setEvent } from '../support/event'
import { createFolder, type Folder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { newProfile, type Person, signIn, signInOrganiser } from '../support/people'
import { HOUR, MINUTE } from '../support/times'
import { signingDevice } from '../support/vouchers'

const ALL = 'tags,staff,settings,players'

describe.each(ENGINES)('emptying the event in the browser on %s', (engine) => {
  let folder: Folder
  let game: TestGame
  let organiser: Person
  let booth: AtTheBooth
  beforeEach(async () => {
    folder = createFolder()
    game = await startGame(engine, { backupFolder: folder })
    await insertEvent(game.db)
    organiser = await signInOrganiser(game)
    booth = await atTheBooth(game)
  })
  afterEach(async () => {
    await game.close()
    folder.remove()
  })

  const close = () => organiser.api.ok('closeResults', {})
  const input = (own: Partial<CallInput<'reset'>> = {}) => ({
    keep: ALL,
    name: 'GeekQuest',
    reason: 'Nakon probe',
    ...own,
  })
  const counts = async () => (await organiser.api.ok('overview', {})).counts

  test('fault 92: awards, voids, copies and scans from the rehearsal no longer count', async () => {
    const bonus = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const { captain } = booth.team
    const phones = [booth.staff, await signIn(game, 'luka'), await signIn(game, 'mia')]
    const given = await booth.give()
    const held = phones.map(() => booth.award({ point_type: 'kviz' }))
    const device = await signingDevice(game, phones[0] as Person, booth.team.id)
    const voucher = await device.voucher()
    const before = await organiser.api.ok('currentUser', {})
    await close()
    const { awards, teams, accounts, backup } = await organiser.api.ok('reset', input())
    expect([awards, teams, accounts]).toEqual([1, 1, 0])
    expect((await checkFile(folder(backup))).entries).toBe(1)
    const after = await organiser.api.ok('currentUser', {})
    expect([after.fresh, after.ledger === before.ledger]).toEqual([true, false])
    expect(await organiser.api.ok('overview', {})).toMatchObject({
      rehearsed: true,
      last_backup_at: isoTime(game.clock.now()),
    })

    game.clock.advance(MINUTE)
    await captain.api.ok('createTeam', { team_name: 'Nakon probe' })
    for (const [index, phone] of phones.entries()) {
      const own = { ...(held[index] as (typeof held)[number]), queued_ms: 5 * MINUTE }
      expect(await phone.api.outcome('awardPoints', own)).toBe('TEAM_NOT_FOUND')
    }
    const old = { ...booth.award({ point_type: 'kviz' }), queued_ms: 72 * HOUR }
    expect(await booth.staff.api.outcome('awardPoints', old)).toBe('TEAM_NOT_FOUND')
    // Phones keep confirmed awards too, and may send them again.
    expect(await booth.staff.api.outcome('awardPoints', { ...given, queued_ms: 5 * MINUTE })).toBe(
      'TEAM_NOT_FOUND',
    )
    expect(await booth.staff.api.outcome('voidAward', { award_id: given.award_id })).toBe(
      'AWARD_NOT_FOUND',
    )
    expect(await captain.api.outcome('deliver', { voucher })).toBe('VOUCHER_INVALID')
    expect(await captain.api.outcome('scan', { nfc_id: bonus, queued_ms: 5 * MINUTE })).toBe(
      'EVENT_CLOSED',
    )
    expect(await counts()).toMatchObject({ awards: 0, late: 0, players: 1, teams: 1 })
    expect(await captain.api.outcome('scan', { nfc_id: bonus })).toBe('OK')
    expect((await captain.api.ok('teamPoints', {})).points).toBe(7)
  })

  test('deletes everything that is not kept, and the organiser who does it stays signed in', async () => {
    await close()
    await organiser.api.ok('reset', input({ keep: '' }))
    expect(await counts()).toMatchObject({ players: 0, listed: 0, teams: 0, awards: 0 })
    // This event had no awards, so it was not rehearsed.
    expect((await organiser.api.ok('overview', {})).rehearsed).toBe(false)
    const { event } = await organiser.api.ok('readEvent', {})
    expect([event.vendors.length, event.vendors.flatMap(({ staff }) => staff), event.tags]).toEqual(
      [2, [], []],
    )
    expect(event.organisers).toHaveLength(1)
    expect(await booth.staff.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    expect(await booth.team.captain.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries).toMatchObject([
      { what: 'reset', who: organiser.nickname, reason: 'Nakon probe' },
    ])
  })

  test('is refused during the event, and allowed before its start', async () => {
    const now = game.clock.now()
    expect(await organiser.api.outcome('reset', input())).toBe('IN_USE')
    await setEvent(game.db, { starts_at: now - HOUR, ends_at: now + HOUR })
    expect(await organiser.api.outcome('reset', input())).toBe('IN_USE')
    expect([await counts(), readdirSync(folder())]).toMatchObject([{ teams: 1 }, []])
    await setEvent(game.db, { starts_at: now + MINUTE, ends_at: now + HOUR })
    expect(await organiser.api.outcome('reset', input())).toBe('OK')
    expect((await organiser.api.ok('readEvent', {})).event.settings.ends_at).not.toBeNull()
  })

  test('restores a start that was moved to now for the rehearsal, but not one that was moved for good', async () => {
    const [now, starts_at] = [game.clock.now(), game.clock.now() + 24 * HOUR]
    const settings = async () => (await organiser.api.ok('readEvent', {})).event.settings
    const move = async (to: number | null) => {
      const { version } = await organiser.api.ok('readEvent', {})
      const event = { settings: { starts_at: to === null ? null : isoTime(to) } }
      await organiser.api.ok('applyEvent', { event, version })
    }
    const startAfter = async (...moves: (number | null)[]) => {
      await move(starts_at)
      for (const to of moves) await move(to)
      await close()
      await organiser.api.ok('reset', input())
      return (await settings()).starts_at
    }
    expect(await startAfter(now)).toBe(isoTime(starts_at))
    expect(await startAfter(now, now - HOUR)).toBe(isoTime(starts_at))
    expect(await startAfter(null)).toBe(isoTime(starts_at))
    expect(await startAfter(now, starts_at + HOUR)).toBe(isoTime(starts_at + HOUR))
    // A start in the past was never moved for a rehearsal.
    await setEvent(game.db, { starts_at: now - HOUR })
    await move(now - 2 * HOUR)
    await close()
    await organiser.api.ok('reset', input())
    expect((await settings()).starts_at).toBe(isoTime(now - 2 * HOUR))
  })

  test('an invalid name, reason or list of kept parts is reported at its field, and nothing is changed', async () => {
    await close()
    for (const [field, value] of [
      ['name', 'geekquest'],
      ['name', ''],
      ['reason', ' '],
      ['keep', 'tags,awards'],
    ] as const) {
      const { code, fields } = await organiser.api.ko('reset', input({ [field]: value }))
      expect([code, Object.keys(fields ?? {})]).toEqual(['INVALID_INPUT', [field]])
    }
    expect([await counts(), readdirSync(folder())]).toMatchObject([{ teams: 1 }, []])
  })

  test('is refused if no backup can be made', async () => {
    await close()
    folder.remove()
    writeFileSync(folder(), 'no folder')
    const { code, message } = await organiser.api.ko('reset', input())
    expect([code, message]).toEqual(['IN_USE', expect.stringContaining('Sigurnosna kopija')])
    expect(await counts()).toMatchObject({ teams: 1, awards: 0 })
  })

  const resetOn = (db: Database, own: { file: string; report?: (text: string) => void }) =>
    resetEvent(db, {
      keep: new Set(['staff']),
      by: { userId: null, reason: null },
      now: game.clock.now,
      ...own,
    })

  test('keeps its backup if the connection breaks during the commit', async () => {
    const lines: string[] = []
    const breaking: Database = {
      ...game.db,
      async write<T>(lock: Lock, work: Work<T>): Promise<T> {
        await game.db.write(lock, work)
        throw new Error('Connection terminated unexpectedly')
      },
    }
    const file = folder('before.backup')
    const report = (text: string) => void lines.push(text)
    await expect(resetOn(breaking, { file, report })).rejects.toThrow(/^Connection terminated/)
    expect(await counts()).toMatchObject({ teams: 0 })
    expect([(await checkFile(file)).teams, lines.at(-1)]).toEqual([
      1,
      `Perhaps the event is empty now; its backup is ${file}.\n`,
    ])
  })

  test('makes its backup again if a message or a tag was stored after it', async () => {
    const meanwhile = [
      () => organiser.api.ok('announce', { to: 'all', text: 'Proba je gotova' }),
      () => insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' }),
    ]
    const busy: Database = {
      ...game.db,
      async write<T>(lock: Lock, work: Work<T>): Promise<T> {
        await meanwhile.shift()?.()
        return await game.db.write(lock, work)
      },
    }
    const { backup } = await resetOn(busy, { file: folder('before.backup') })
    const inside = connect({ engine: 'sqlite', file: backup })
    const [messages, tags] = [
      await inside.selectFrom('messages').select('text').execute(),
      await inside.selectFrom('tags').select('nfc_id').execute(),
    ]
    await inside.destroy()
    expect([messages, tags.length]).toEqual([[{ text: 'Proba je gotova' }], 1])
    expect(readdirSync(folder())).toEqual(['before.backup'])
  })

  test('of two organisers at once only one empties the event, and people imported meanwhile are kept', async () => {
    const other = await signInOrganiser(game)
    await setEvent(game.db, { starts_at: game.clock.now() + HOUR })
    const people = [newProfile({ last_name: 'Ević' })]
    const [one, two] = await Promise.all([
      organiser.api.outcome('reset', input()),
      other.api.outcome('reset', input()),
      organiser.api.ok('invitePeople', { people }),
    ])
    expect([one, two].filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect([one, two].filter((outcome) => outcome === 'CHANGED_MEANWHILE')).toHaveLength(1)
    expect(readdirSync(folder())).toHaveLength(1)
    expect((await organiser.api.ok('find', { query: 'Ević' })).people).toHaveLength(1)
    expect(
      (await organiser.api.ok('audit', {})).entries.filter(({ what }) => what === 'reset'),
    ).toHaveLength(1)
  })
})
