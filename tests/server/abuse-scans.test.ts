import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../support/databases'
import { insertTag, setEvent } from '../support/event'
import { addToTeam, foundTeam, type signUp } from '../support/people'
import { useGame } from '../support/use-game'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(ENGINES)('times that a player claims for a scan on %s', (engine) => {
  const game = useGame(engine)
  const bonus = () => insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
  const iso = (at: number) => new Date(at).toISOString()
  const awardedAt = async (api: Awaited<ReturnType<typeof signUp>>['api'], queued_ms: number) =>
    (await api.ok('scan', { nfc_id: await bonus(), queued_ms })).nfc.award?.awarded_at

  afterEach(() => setEvent(game().db, { starts_at: null, ends_at: null }))

  test('abuse 6: rule 13: a scan that claims to be older than its team is dated when the team was founded', async () => {
    const founded = game().clock.now()
    const { captain } = await foundTeam(game())
    game().clock.advance(10 * MINUTE)
    expect(await awardedAt(captain.api, 3 * HOUR)).toBe(iso(founded))
    expect(await awardedAt(captain.api, 4 * MINUTE)).toBe(iso(founded + 6 * MINUTE))
  })

  test('abuse 6: rule 13: a scan is not dated before its player joined the team', async () => {
    const { id, captain } = await foundTeam(game())
    game().clock.advance(HOUR)
    const player = await addToTeam(game(), id, captain)
    const joined = game().clock.now()
    game().clock.advance(10 * MINUTE)
    expect(await awardedAt(player.api, 30 * MINUTE)).toBe(iso(joined))
    expect(await awardedAt(captain.api, 30 * MINUTE)).toBe(iso(joined - 20 * MINUTE))
  })

  test('abuse 6: rule 13: a player who joins after the end collects nothing, whatever time they claim', async () => {
    await setEvent(game().db, { ends_at: game().clock.now() })
    game().clock.advance(MINUTE)
    const { captain } = await foundTeam(game())
    expect((await captain.api.ko('scan', { nfc_id: await bonus(), queued_ms: 2 * MINUTE })).code).toBe('EVENT_CLOSED')
  })

  test('abuse 6: rule 13: a scan is taken for an hour after the end, and then not, whatever time it claims', async () => {
    const { captain } = await foundTeam(game())
    game().clock.advance(HOUR)
    await setEvent(game().db, { ends_at: game().clock.now() })
    game().clock.advance(HOUR)
    await captain.api.ok('scan', { nfc_id: await bonus(), queued_ms: HOUR })
    game().clock.advance(1)
    expect((await captain.api.ko('scan', { nfc_id: await bonus(), queued_ms: 2 * HOUR })).code).toBe('EVENT_CLOSED')
    expect((await captain.api.ok('teamPoints', {})).points).toBe(7)
  })
})
