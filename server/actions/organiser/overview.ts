import { isInsideEvent } from '#rules/award-time'
import type { Handler } from '../../call-context'
import { countPlayers, readBooths } from '../../db/queries/overview'
import { readSmsTotals } from '../../db/queries/sms-messages'

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** How the event is going. */
export const overview: Handler<'overview'> = async (_input, { game, readings, devices }) => {
  const now = game.now()
  await devices.flush()
  const settings = await readings.settings()
  const freeze = await readings.freeze()
  const sms = await readSmsTotals(game.db.read)
  return {
    event: {
      starts_at: instant(settings.startsAt),
      ends_at: instant(settings.endsAt),
      frozen_at: instant(freeze?.at ?? null),
      open: isInsideEvent(now, settings),
    },
    counts: {
      players: await countPlayers(game.db.read),
      teams: (await readings.standings()).byId.size,
      ...(await readings.ledgerCounts()),
    },
    booths: await readBooths(game.db.read, now),
    sms: { sent: sms.sent, failed: sms.failed, last_failure_at: instant(sms.lastFailureAt) },
  }
}
