import { describe, expect, test } from 'vitest'
import { findPerson } from '#cli/login-link'
import { makeSignInLink, withdrawSignIns } from '#server/corrections/person'
import { engineUnderTest } from '../support/engine-under-test'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, MARKO } from './event-database'

const BY = { userId: null, reason: null }
const PUBLIC_URL = new URL('https://igra.example.hr')

describe("an organiser's link", () => {
  const game = useGame(engineUnderTest(), {}, (db) => applyJson(db, EVENT))

  const event = () => ({ db: game().db, now: game().clock.now, publicUrl: PUBLIC_URL })
  const freshLink = async (who: string) => {
    const { user_id } = await findPerson(game().db.read, who)
    const [, id = '', mtp = ''] =
      /^https:\/\/igra\.example\.hr\/l\/([^/]+)\/([^/]+)$/.exec(await makeSignInLink(event(), BY, user_id)) ?? []
    return { id, mtp }
  }

  test('is stored only as a hash', async () => {
    const { mtp } = await freshLink('iva')
    const rows = await game().db.read.selectFrom('organiser_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(mtp)
  })

  test('is not created for a part of a name', async () => {
    expect(await findPerson(game().db.read, 'marko babic')).toMatchObject({ mobile: MARKO.mobile })
    await expect(findPerson(game().db.read, 'babic')).rejects.toThrow('Nobody has')
    await expect(findPerson(game().db.read, ' ')).rejects.toThrow('Nobody has')
  })

  test('is revoked together with the user’s sessions and codes, and other users keep theirs', async () => {
    const { user_id } = await findPerson(game().db.read, 'marko')
    const iva = game().client()
    await iva.ok('signIn', await freshLink('iva'))
    const marko = game().client()
    await marko.ok('signIn', await freshLink('marko'))
    const links = [await freshLink('marko'), await freshLink('marko')]
    await marko.ok('requestCode', { id: MARKO.mobile })
    const [, smsToken = '', code = ''] = /\/l\/[^/]+\/(\w+).*#(\d{6})$/s.exec(game().sent.at(-1)?.text ?? '') ?? []

    expect(await withdrawSignIns(event(), BY, user_id)).toEqual({ links: 2, codes: 1, sessions: 1 })
    expect(await marko.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    for (const mtp of [...links.map((link) => link.mtp), smsToken]) {
      expect(mtp).not.toBe('')
      expect(await game().client().outcome('signIn', { id: user_id, mtp })).toBe('INVALID_CODE')
    }
    expect(await marko.outcome('signIn', { id: MARKO.mobile, mtp: code })).toBe('INVALID_CODE')
    expect(await iva.outcome('currentUser', {})).toBe('OK')
    expect(await withdrawSignIns(event(), BY, user_id)).toEqual({ links: 0, codes: 0, sessions: 0 })
  })
})
