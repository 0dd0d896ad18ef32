import { describe, expect, test } from 'vitest'
import { readSmsTotals } from '#server/db/queries/sms-messages'
import { type Fate, SmsNotSent } from '#server/sms/sms'
import { createSmsDesk, FAILURES_TO_OPEN, OPEN_MS } from '#server/sms/sms-desk'
import { createClock } from '../support/clock'
import { engineUnderTest } from '../support/engine-under-test'
import { lastSms, newProfile, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const KNOWN = { is: 'known' } as const
const DAY_MS = 24 * 3600_000

describe('the SMS desk', () => {
  const game = useGame(engineUnderTest())

  /** A desk beside the game's, with a provider that does what the test says. */
  function deskWith(answer: () => void, limit: { all: number; day: number } | null = null) {
    const clock = createClock()
    const ids: string[] = []
    const sender = {
      async send({ id }: { id: string }) {
        ids.push(id)
        answer()
      },
    }
    const desk = createSmsDesk({ sender, db: game().db, limit, now: clock.now })
    const changes: boolean[] = []
    desk.watch((failing) => void changes.push(failing))
    return { clock, ids, desk, changes, send: () => desk.send({ to: '+385911234567', text: 'Kod' }, KNOWN) }
  }
  const failWith = (fate: Fate) => () => {
    throw new SmsNotSent(fate, 'HTTP 500')
  }

  async function totalsOf(work: () => Promise<void>) {
    const before = await readSmsTotals(game().db.read)
    await work()
    const after = await readSmsTotals(game().db.read)
    return { sent: after.sent - before.sent, failed: after.failed - before.failed, lastFailureAt: after.lastFailureAt }
  }

  test('counts what was sent and what was not, for the organiser', async () => {
    const good = deskWith(() => undefined)
    const bad = deskWith(failWith('refused'))
    const totals = await totalsOf(async () => {
      await good.send()
      await good.send()
      await bad.send().catch(() => undefined)
    })
    expect(totals).toEqual({ sent: 2, failed: 1, lastFailureAt: bad.clock.now() })
  })

  test('asks a provider that keeps failing no more, says so once, and tries it again later', async () => {
    let isBroken = true
    const { clock, ids, changes, send, desk } = deskWith(() => {
      if (isBroken) failWith('unknown')()
    })
    for (let sms = 0; sms < FAILURES_TO_OPEN + 3; sms++) await expect(send()).rejects.toThrow(SmsNotSent)
    expect(ids).toHaveLength(FAILURES_TO_OPEN)
    expect([changes, desk.isFailing()]).toEqual([[true], true])
    await expect(desk.pretend()).rejects.toThrow(SmsNotSent)

    clock.advance(OPEN_MS)
    await expect(send()).rejects.toThrow(SmsNotSent)
    await expect(send()).rejects.toThrow(/keeps failing/)
    expect(ids).toHaveLength(FAILURES_TO_OPEN + 1)

    isBroken = false
    clock.advance(OPEN_MS)
    await send()
    await send()
    expect([changes, desk.isFailing()]).toEqual([[true, false], false])
  })

  test('goes on for everybody else while one number after the other is refused', async () => {
    const { send, ids, desk } = deskWith(failWith('refused'))
    for (let sms = 0; sms < FAILURES_TO_OPEN * 2; sms++) await expect(send()).rejects.toThrow(SmsNotSent)
    expect([ids.length, desk.isFailing()]).toEqual([FAILURES_TO_OPEN * 2, false])
    // Otherwise an unknown number would be answered differently from a known one.
    await desk.pretend()
  })

  describe('an SMS that may have been sent', () => {
    async function doubtful<T>(work: () => Promise<T>): Promise<T> {
      const { provider } = game()
      const { send } = provider
      provider.send = async (sms) => {
        await send(sms)
        throw new SmsNotSent('unknown', 'TimeoutError')
      }
      try {
        return await work()
      } finally {
        provider.send = send
      }
    }

    test('leaves the earlier code and link good, and its own as well if it arrives', async () => {
      const { mobile } = await signUp(game())
      game().clock.advance(60_000)
      const [first, second] = [game().client(), game().client()]
      await first.ok('requestCode', { id: mobile })
      const earlier = lastSms(game(), mobile)
      game().clock.advance(60_000)
      await expect(doubtful(() => second.outcome('requestCode', { id: mobile }))).rejects.toThrow(/UNAVAILABLE/)
      const later = lastSms(game(), mobile)
      expect(later.code).not.toBe(earlier.code)
      expect(await first.outcome('signIn', { id: mobile, mtp: earlier.code })).toBe('OK')
      expect(await second.outcome('signIn', { id: mobile, mtp: later.code })).toBe('OK')
    })

    test('of a registration signs in if it arrives, and registering again sends at once', async () => {
      const [browser, profile] = [game().client(), newProfile()]
      await expect(doubtful(() => browser.outcome('register', { user_data: profile }))).rejects.toThrow(/UNAVAILABLE/)
      const { code } = lastSms(game(), profile.mobile)
      const other = newProfile()
      await expect(doubtful(() => browser.outcome('register', { user_data: other }))).rejects.toThrow(/UNAVAILABLE/)
      await browser.ok('register', { user_data: other })
      expect(await browser.outcome('signIn', { id: profile.mobile, mtp: code })).toBe('OK')
    })
  })
})

describe('the budget of SMS that cost money', () => {
  const game = useGame('postgres', { servers: 2, smsLimit: { all: 8, day: 6 } })

  test('is one for all servers, keeps half for accounts that have signed in, and starts anew after 24 hours until all is spent', async () => {
    const { servers, clock } = game()
    const send = (index: number, payer: Parameters<(typeof servers)[number]['game']['sms']['send']>[1]) =>
      servers[index % 2]?.game.sms.send({ to: '+385911234567', text: 'Kod' }, payer)
    const isNew = { is: 'new', address: '203.0.113.1' } as const
    for (let sms = 0; sms < 3; sms++) await send(sms, isNew)
    await expect(send(0, isNew)).rejects.toThrow(/budget is used up/)
    await expect(send(1, isNew)).rejects.toThrow(/budget is used up/)
    for (let sms = 0; sms < 3; sms++) await send(sms, KNOWN)
    await expect(send(0, KNOWN)).rejects.toThrow(/budget is used up/)
    await expect(servers[1]?.game.sms.pretend()).rejects.toThrow(/budget is used up/)

    clock.advance(DAY_MS)
    await send(0, isNew)
    await expect(send(1, isNew)).rejects.toThrow(/budget is used up/)
    await send(1, KNOWN)
    await expect(send(0, KNOWN)).rejects.toThrow(/budget is used up/)
    expect(await readSmsTotals(game().db.read)).toMatchObject({ sent: 8, failed: 0 })
  })
})
