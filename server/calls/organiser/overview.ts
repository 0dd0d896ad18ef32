import { isInsideEvent } from '#rules/award-time'
import type { Handler } from '../../call-context'
import { readLastBackupAt } from '../../db/queries/audit'
import { countPlayers, readBooths, sumWaiting } from '../../db/queries/booths'
import { countBeyond } from '../../db/queries/hourly-rows'
import { countLateEntries } from '../../db/queries/late-entries'
import { readSmsTotals } from '../../db/queries/sms-messages'
import { isoTimeOrNull } from '../../time'

/** How the event is going. */
export const overview: Handler<'overview'> = async (_input, { game, readings, devices }) => {
  const now = game.now()
  await devices.flush()
  const settings = await readings.settings()
  const freeze = await readings.freeze()
  const sms = await readSmsTotals(game.db.read)
  return {
    event: {
      starts_at: isoTimeOrNull(settings.startsAt),
      ends_at: isoTimeOrNull(settings.endsAt),
      frozen_at: isoTimeOrNull(freeze?.at ?? null),
      closed_at: isoTimeOrNull(settings.closedAt),
      open: isInsideEvent(now, settings),
    },
    counts: {
      players: await countPlayers(game.db.read),
      teams: (await readings.standings()).byId.size,
      ...(await readings.ledgerCounts()),
      late: await countLateEntries(game.db.read),
      late_counted: await countBeyond(game.db.read, 'late_entries'),
      waiting: await sumWaiting(game.db.read),
    },
    booths: await readBooths(game.db.read, now),
    sms: { sent: sms.sent, failed: sms.failed, last_failure_at: isoTimeOrNull(sms.lastFailureAt) },
    last_backup_at: isoTimeOrNull(await readLastBackupAt(game.db.read)),
  }
}
