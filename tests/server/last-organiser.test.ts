import { afterEach, describe, expect, test } from 'vitest'
import type { EventPart, EventPerson } from '#contract/event'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import { pseudonymise } from '#server/retention'
import { eventFaultTexts, inUseTexts } from '#texts/event-faults'
import { command } from '../support/command'
import { ENGINES } from '../support/databases'
import { insertEvent } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'
import { newProfile, type Person, signInOrganiser } from '../support/people'

describe.each(ENGINES)('the last organiser who can sign in on %s', (engine) => {
  let game: TestGame
  afterEach(() => game.close())

  /** Two organisers, on different servers if there are two. */
  async function twoOrganisers() {
    game = await startGame(engine, { servers: engine === 'postgres' ? 2 : 1 })
    await insertEvent(game.db)
    return [
      await signInOrganiser(game),
      await signInOrganiser(game, game.servers.length - 1),
    ] as const
  }
  const active = async () => {
    const organisers = game.db.read
      .selectFrom('users')
      .where('organiser_since', 'is not', null)
      .where('blocked_at', 'is', null)
    return (await organisers.select('user_id').execute()).map(({ user_id }) => user_id)
  }
  const block = ({ api }: Person, { id: user_id }: Person) =>
    api.outcome('blockPerson', { user_id, reason: 'Proba' })
  const erase = ({ api }: Person, { id: user_id }: Person) =>
    api.outcome('erasePerson', { user_id, reason: 'Proba' })
  /** Prepares to apply a list of organisers that contains only the caller. */
  async function applyAlone({ api, id }: Person) {
    const { event, version } = await api.ok('readEvent', {})
    const organisers = event.organisers.filter(({ user_id }) => user_id === id)
    return () => api.outcome('applyEvent', { event: { organisers }, version, confirm: 1 })
  }

  test.each(['block', 'erase', 'apply'])(
    'rule 22: of two who remove each other at once (by %s) one remains',
    async (by) => {
      const [ana, bruno] = await twoOrganisers()
      const ways = {
        block: () => block(bruno, ana),
        erase: () => erase(bruno, ana),
        apply: await applyAlone(bruno),
      }
      const outcomes = await Promise.all([block(ana, bruno), ways[by as keyof typeof ways]()])
      expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
      expect(await active()).toHaveLength(1)
    },
  )

  test('rule 22: a list with only a blocked organiser is refused with a reason, and so is the last one as staff', async () => {
    const [ana, bruno] = await twoOrganisers()
    const before = await ana.api.ok('readEvent', {})
    const entries = Object.fromEntries(before.event.organisers.map((one) => [one.user_id, one]))
    expect(await block(ana, bruno)).toBe('OK')
    const { version } = await ana.api.ok('readEvent', {})
    const apply = (event: EventPart) => ana.api.ko('applyEvent', { event, version, confirm: 1 })
    const message = eventFaultTexts.last_organiser.hr
    expect(await apply({ organisers: [entries[bruno.id] as EventPerson] })).toMatchObject({
      faults: [{ path: 'organisers', message }],
    })
    const asStaff = {
      vendors: [
        { vendor_id: 'kutak', name: 'Kviz kutak', staff: [entries[ana.id] as EventPerson] },
      ],
    }
    expect(await apply(asStaff)).toMatchObject({
      faults: [{ path: 'vendors.0.staff.0.mobile', message }],
    })
    expect(
      await ana.api.ko('removeEntry', { what: 'organiser', id: ana.id, version }),
    ).toMatchObject({
      code: 'IN_USE',
      message: inUseTexts.lastOrganiser,
    })
    expect(await active()).toEqual([ana.id])
  })

  test('rule 22: while all are blocked or erased, `status` shows the address for a first organiser, and it works', async () => {
    const [ana, bruno] = await twoOrganisers()
    const url = () => firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))
    expect(await url()).toBeNull()
    await game.db.write({ kind: 'event' }, async (db) => {
      const row = (id: string) =>
        db.selectFrom('users').where('user_id', '=', id).selectAll().executeTakeFirstOrThrow()
      await db
        .updateTable('users')
        .set({ blocked_at: game.clock.now() })
        .where('user_id', '=', ana.id)
        .execute()
      await pseudonymise(db, await row(bruno.id), game.clock.now())
    })
    const token = new URL((await url()) ?? '').hash.slice(1)
    expect(await command(game.location, 'status')).toContain(`/organizator/prvi#${token}`)
    const api = game.client()
    const { user } = await api.ok('firstOrganiser', { token, user_data: newProfile() })
    expect(await active()).toEqual([user.id])
    // The blocked organiser stays on the list, so the new one can unblock her.
    expect(
      (await api.ok('readEvent', {})).event.organisers.map(({ user_id }) => user_id),
    ).toContain(ana.id)
    expect(await url()).toBeNull()
    expect(await command(game.location, 'status')).toContain('1 can sign in')
  })
})
