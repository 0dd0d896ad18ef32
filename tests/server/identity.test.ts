import { describe, expect, test } from 'vitest'
import type { EventFile, EventPart, EventPerson } from '#contract/event'
import type { ApiClient } from '../support/api-client'
import { ENGINES } from '../support/databases'
import { insertEvent } from '../support/event'
import { openStream } from '../support/live'
import { lastSms, newProfile, organiserLink, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { startPushService } from '../support/push-service'
import { useGame } from '../support/use-game'
import { registerKey } from '../support/vouchers'

/** The link of an invitation that was sent to a number. */
function linkIn(sent: readonly { readonly to: string; readonly text: string }[], mobile: string) {
  const [, id = '', mtp = ''] = sent.findLast(({ to }) => to === mobile)?.text.match(/\/l\/([^/\s]+)\/([^/\s]+)/) ?? []
  return { id, mtp }
}

const everybody = ({ vendors, organisers }: EventFile) => [...vendors.flatMap(({ staff }) => staff), ...organisers]

function entryOf(event: EventFile, userId: string): EventPerson {
  const entry = everybody(event).find(({ user_id }) => user_id === userId)
  if (entry === undefined) throw new Error(`${userId} has no role`)
  return entry
}

/** The booth with one more person, or one in place of an earlier entry. */
function atBooth({ vendors }: EventFile, vendorId: string, person: EventPerson): EventPart {
  const booths = vendors.filter(({ vendor_id }) => vendor_id === vendorId)
  const others = (staff: readonly EventPerson[]) =>
    staff.filter(({ user_id }) => user_id === undefined || user_id !== person.user_id)
  return { vendors: booths.map((booth) => ({ ...booth, staff: [...others(booth.staff), person] })) }
}

describe.each(ENGINES)('who somebody is on %s', (engine) => {
  const game = useGame(engine, { servers: engine === 'postgres' ? 2 : 1, pushToLoopback: true }, insertEvent)
  const elsewhere = () => game.servers.length - 1

  /** Applies a part made of the event as it is. Returns the preview's changes. */
  async function change({ api }: { api: ApiClient }, partOf: (event: EventFile) => EventPart, answer: 'OK' | 'CONFIRM_NEEDED') {
    const { event, version } = await api.ok('readEvent', {})
    const part = { event: partOf(event), version }
    const { changes } = await api.ok('applyEvent', { ...part, dry_run: 1 })
    expect(await api.outcome('applyEvent', part)).toBe(answer)
    if (answer === 'CONFIRM_NEEDED') await api.ok('applyEvent', { ...part, confirm: 1 })
    return changes
  }

  /** Invites a player, and returns their link from the SMS. */
  async function invite({ api }: Person, profile: EventPerson) {
    const { results } = await api.ok('invitePeople', { people: [profile] })
    expect(results).toMatchObject([{ status: 'sent' }])
    return linkIn(game.sent, profile.mobile)
  }

  /** A device of somebody's with all that it may hold: a session, notifications and an open stream on another server. */
  async function deviceOf(userId: string) {
    const { api } = await signIn(game, userId)
    const push = await startPushService()
    await api.ok('subscribePush', { subscription: push.subscribe().subscription })
    const stream = await openStream(game, api, { server: elsewhere() })
    const twin = game.client(elsewhere())
    twin.cookie = api.cookie
    return {
      api,
      /** What the device can do on either server, and how many notifications it gets. */
      async outcomes() {
        const [here, there] = [await api.outcome('currentUser', {}), await twin.outcome('currentUser', {})]
        const { length } = await game.db.read.selectFrom('push_subscriptions').where('user_id', '=', userId).selectAll().execute()
        return [here, there, length]
      },
      streamEnds: () => expect.poll(stream.ended).toBe(true),
      async close() {
        stream.close()
        await push.close()
      },
    }
  }

  const losesAccess = (at: string) => expect.objectContaining({ kind: 'loses', at: `${at}.access` })

  test('rule 22: an organiser with a player’s e-mail and another number is a new account, and the player’s link opens the player’s', async () => {
    const organiser = await signInOrganiser(game)
    const [invited, other] = [newProfile({ email: 'klub@example.hr' }), newProfile({ email: 'klub@example.hr' })]
    const link = await invite(organiser, invited)
    await change(organiser, ({ organisers }) => ({ organisers: [...organisers, other] }), 'OK')
    const { organisers } = (await organiser.api.ok('readEvent', {})).event
    expect(organisers.find(({ mobile }) => mobile === other.mobile)?.user_id).not.toBe(link.id)
    const { user } = await game.client().ok('signIn', link)
    expect(user).toMatchObject({ organiser: false, mobile: invited.mobile, nickname: invited.nickname })
  })

  test('fault 85: who becomes an organiser loses card, session, key, notifications and stream, as the preview says', async () => {
    const organiser = await signInOrganiser(game)
    const [device, card] = [await deviceOf('iva'), await organiserLink(game, 'iva')]
    await registerKey(device)
    const promoted = ({ vendors, organisers }: EventFile) => ({
      vendors: vendors.map((booth) => ({ ...booth, staff: booth.staff.filter(({ user_id }) => user_id !== 'iva') })),
      organisers: [...organisers, ...vendors.flatMap(({ staff }) => staff.filter(({ user_id }) => user_id === 'iva'))],
    })
    const changes = await change(organiser, promoted, 'CONFIRM_NEEDED')
    expect(changes).toContainEqual(losesAccess('organisers'))
    expect(await game.client().outcome('signIn', card)).toBe('INVALID_CODE')
    expect(await device.outcomes()).toEqual(['NOT_AUTHENTICATED', 'NOT_AUTHENTICATED', 0])
    await device.streamEnds()
    const keys = await game.db.read.selectFrom('signing_devices').where('user_id', '=', 'iva').select('revoked_at').execute()
    expect(keys).toEqual([{ revoked_at: game.clock.now() }])
    await device.close()
  })

  test('rule 22: whose number somebody else changes starts anew; who changes their own keeps the session alone', async () => {
    const organiser = await signInOrganiser(game)
    const [device, card] = [await deviceOf('luka'), await organiserLink(game, 'luka')]
    const [browser, old] = [game.client(), '+385911000002']
    await browser.ok('requestCode', { id: old })
    const renumbered = (userId: string) => (event: EventFile) => {
      const changed = { ...entryOf(event, userId), mobile: newProfile().mobile }
      const organisers = event.organisers.map((one) => (one.user_id === userId ? changed : one))
      return userId === 'luka' ? atBooth(event, 'arkade', changed) : { organisers }
    }
    const changes = await change(organiser, renumbered('luka'), 'CONFIRM_NEEDED')
    expect(changes).toContainEqual(losesAccess('vendors.arkade.staff'))
    const { code, link } = lastSms(game, old)
    for (const secret of [card, link]) expect(await game.client().outcome('signIn', secret)).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: old, mtp: code })).toBe('INVALID_CODE')
    expect(await device.outcomes()).toEqual(['NOT_AUTHENTICATED', 'NOT_AUTHENTICATED', 0])
    await device.streamEnds()
    await device.close()

    const own = await organiserLink(game, organiser.id)
    expect(await change(organiser, renumbered(organiser.id), 'OK')).toMatchObject([{ kind: 'changes' }])
    expect(await game.client().outcome('signIn', own)).toBe('INVALID_CODE')
    expect(await organiser.api.outcome('overview', {})).toBe('OK')
  })

  test('fault 85: an invitation sent to a wrong number opens nothing once its person is a booth’s with the right one', async () => {
    const organiser = await signInOrganiser(game)
    const mistyped = newProfile()
    const link = await invite(organiser, mistyped)
    const right = { ...mistyped, user_id: link.id, mobile: newProfile().mobile }
    await change(organiser, (event) => atBooth(event, 'kutak', right), 'CONFIRM_NEEDED')
    expect(await game.client().outcome('signIn', link)).toBe('INVALID_CODE')
  })

  test('rule 22: who becomes staff, or loses the role, loses unused links and codes and keeps the session', async () => {
    const organiser = await signInOrganiser(game)
    const player = await signUp(game)
    const secrets = async () => {
      game.clock.advance(60_000)
      const browser = game.client()
      await browser.ok('requestCode', { id: player.mobile })
      const card = await organiserLink(game, player.id)
      const { code, link } = lastSms(game, player.mobile)
      return async () => [
        await browser.outcome('signIn', { id: player.mobile, mtp: code }),
        await game.client().outcome('signIn', link),
        await game.client().outcome('signIn', card),
      ]
    }
    const [asPlayer, none] = [await secrets(), ['INVALID_CODE', 'INVALID_CODE', 'INVALID_CODE']]
    const profile = { ...newProfile(), nickname: player.nickname, mobile: player.mobile }
    await change(organiser, (event) => atBooth(event, 'kutak', profile), 'OK')
    expect(await asPlayer()).toEqual(none)
    expect((await player.api.ok('currentUser', {})).user.vendor_id).toBe('kutak')
    const asStaff = await secrets()
    const { version } = await organiser.api.ok('readEvent', {})
    await organiser.api.ok('removeEntry', { what: 'staff', id: player.id, version })
    expect(await asStaff()).toEqual(none)
    expect((await player.api.ok('currentUser', {})).user.vendor_id).toBeNull()
  })
})
