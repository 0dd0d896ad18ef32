import { expect, test, vi } from 'vitest'
import { byCommandLine, recordCommand } from '#cli/command'
import { closeResults, freeze } from '#server/corrections/results'
import { atTheBooth } from '../support/booth'
import { command } from '../support/command'
import { onOneEngine } from '../support/use-game'

onOneEngine('the status', (game) => {
  test('has booths with awards, refusals and what waits, SMS with their budget, the state of the results, and the database', async () => {
    const { staff, award, give } = await atTheBooth(game)
    await give()
    await staff.api.ko('awardPoints', award())
    await game.db.write({ on: 'records' }, async (tx) => {
      const session = await tx.selectFrom('sessions').where('user_id', '=', 'iva').select('token_hash').executeTakeFirstOrThrow()
      await tx.deleteFrom('booth_devices').execute()
      await tx
        .insertInto('booth_devices')
        .values({ ...session, user_id: 'iva', seen_at: Date.now() - 30_000, waiting: 4 })
        .execute()
    })
    // The command reads by the computer's clock, the game plays at the test's.
    await game.db.write({ on: 'event' }, (tx) => tx.updateTable('refusals').set({ refused_at: Date.now() }).execute())
    vi.stubEnv('SMS_BUDGET', '100')
    vi.stubEnv('SMS_BUDGET_DAY', '50')
    const text = await command(game.location, 'status')
    expect(text).toMatch(/^Window {8}no start, no end; now open$/m)
    expect(text).toMatch(/^Ranking {7}live\nResults {7}open, 0 late entries not accepted$/m)
    expect(text).toMatch(/^SMS {11}1 sent, 0 failed; budget used: 1 of 100, \d of 50 in 24 hours$/m)
    expect(text).toMatch(/^Arkadna zona \(arkade\) +3\d s ago +\d +1 +4$/m)
    expect(text).toMatch(/^Kviz kutak \(kutak\) +never +0 +0 +\?$/m)
    await recordCommand(game.db, byCommandLine(undefined), { what: 'backup' })
    const context = { game: { db: game.db, now: Date.now }, by: byCommandLine(undefined) }
    await freeze({}, context)
    await closeResults({}, context)
    const told = JSON.parse(await command(game.location, 'status', '--json'))
    // The log of PostgreSQL is that of all its databases.
    expect(told.wal).toSatisfy((wal: unknown) => (game.db.engine === 'postgres' ? wal === null : Number(wal) >= 0))
    expect(told).toMatchObject({
      size: expect.toSatisfy((size: number) => size > 100_000),
      lastBackupAt: expect.any(Number),
      frozenAt: expect.any(Number),
      closedAt: expect.any(Number),
      booths: [
        { vendor_id: 'arkade', waiting: 4, refused_last_hour: 1 },
        { vendor_id: 'kutak', waiting: null },
      ],
      sms: { sent: 1, failed: 0, budget: 100 },
    })
    const later = await command(game.location, 'status')
    expect(later).toMatch(/^Size {10}\d+\.\d MB.*^Last backup {3}20.*^Ranking {7}frozen since 20.*^Results {7}closed since 20/ms)
  })
})
