import type { Reader, Writer } from '../../db/database'
import { DEMO_MARK, writeSetting } from '../../db/queries/settings'
import type { Game } from '../../game'
import { applyEventIn } from '../apply/apply-event'
import { hasEvent, isDemoEvent, readKnownEvent } from '../event-state'
import { parseEventFile } from '../file/event-file'
import { createLoginLink } from '../login-link'
import { DEMO_PLAYER } from './demo-cast'
import { DEMO_STAFF_MOBILE, demoEvent } from './demo-event'
import { addDemoTeams } from './demo-teams'

/** Untouched: no event, and nobody whose account the demo's could collide with. */
async function isUntouched(db: Reader | Writer): Promise<boolean> {
  if (await hasEvent(db)) return false
  const account = await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()
  return account === undefined
}

/** Puts the demo event into a database that holds nothing yet; does nothing to any other. */
export async function ensureDemoEvent(game: Game): Promise<void> {
  if (!(await isUntouched(game.db.read))) return
  const now = game.now()
  await game.db.write({ on: 'event' }, async (db) => {
    // Asked again under the lock: another server may have started at the same moment.
    if (!(await isUntouched(db))) return
    await applyEventIn(db, parseEventFile(JSON.stringify(demoEvent), await readKnownEvent(db)), now)
    await addDemoTeams(db, now)
    await writeSetting(db, DEMO_MARK, true)
  })
}

/** Fresh links for a player and for a booth's staff; null where the event is not the demo, or one of the two is gone. */
export async function demoLinks(game: Game): Promise<{ player: string; vendor: string } | null> {
  const { db } = game
  if (!(await isDemoEvent(db.read))) return null
  const accounts = await db.read
    .selectFrom('users')
    .where('mobile', 'in', [DEMO_PLAYER.mobile, DEMO_STAFF_MOBILE])
    .select(['user_id', 'vendor_id'])
    .execute()
  const player = accounts.find((account) => account.vendor_id === null)
  const staff = accounts.find((account) => account.vendor_id !== null)
  if (player === undefined || staff === undefined) return null
  return { player: await createLoginLink(game, player.user_id), vendor: await createLoginLink(game, staff.user_id) }
}
