import type { Reader, Writer } from '../db/database'
import { findByMobile } from '../db/queries/accounts'
import { addOrganiserLink } from '../db/queries/organiser-links'
import { readMark, writeSetting } from '../db/queries/settings'
import { applyEventIn } from '../event-file/apply/apply-event'
import { parseEvent } from '../event-file/event-file'
import { hasEvent, isDemoEvent, readKnownEvent } from '../event-file/event-state'
import { Failure } from '../failure'
import type { Game } from '../game'
import { signInLink } from '../sms/sign-in-text'
import { type DemoSize, STORIES } from './demo-size'
import { insertStory } from './insert-story'
import { DEMO_CAPTAIN, DEMO_PLAYER } from './small/cast'
import { DEMO_STAFF_MOBILE } from './small/event'

/** True if there is no event, and no account that could collide with the demo's. */
async function isUntouched(db: Reader | Writer): Promise<boolean> {
  if (await hasEvent(db)) return false
  const account = await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()
  return account === undefined
}

async function fillWhereUntouched(game: Game, size: DemoSize): Promise<void> {
  if (!(await isUntouched(game.db.read))) return
  const now = game.now()
  const story = STORIES[size]()
  await game.db.write({ on: 'event' }, async (db) => {
    // Checked again under the lock: another server may have started at the same moment.
    if (!(await isUntouched(db))) return
    await applyEventIn(db, parseEvent(story.event, await readKnownEvent(db)), now)
    await insertStory(db, story, now)
    await writeSetting(db, 'demo', size)
  })
}

/**
 * Inserts a demo event into an empty database; leaves any other unchanged.
 * @param wanted null inserts the small one
 * Throws `Failure` if a size is wanted and the database contains something else.
 */
export async function ensureDemoEvent(game: Game, wanted: DemoSize | null = null): Promise<void> {
  await fillWhereUntouched(game, wanted ?? 'small')
  if (wanted === null || (await readMark(game.db.read, 'demo')) === wanted) return
  throw new Failure(
    `This database holds another event already; --demo ${wanted} needs an empty one, so name a new file in DATABASE_URL, for example sqlite:data/${wanted}.db.`,
  )
}

/** Sign-in links for a player of a team, the staff of a booth, and a captain with pending requests. */
export interface DemoLinks {
  readonly player: string
  readonly vendor: string
  readonly captain: string
}

async function demoLink({ db, now, publicUrl }: Game, userId: string): Promise<string> {
  const token = await db.write({ on: 'accounts' }, async (writer, tell) => {
    tell('nobody')
    return await addOrganiserLink(writer, userId, now())
  })
  return signInLink(publicUrl, userId, token)
}

async function findDemoAccount(db: Reader, mobile: string, isStaff: boolean): Promise<string | undefined> {
  return (await findByMobile(db, mobile)).find(({ vendor_id }) => (vendor_id !== null) === isStaff)?.user_id
}

/** Creates new links; null if the event is not the demo, or if one of these people no longer exists. */
export async function demoLinks(game: Game): Promise<DemoLinks | null> {
  const { read } = game.db
  if (!(await isDemoEvent(read))) return null
  const player = await findDemoAccount(read, DEMO_PLAYER.mobile, false)
  const vendor = await findDemoAccount(read, DEMO_STAFF_MOBILE, true)
  const captain = await findDemoAccount(read, DEMO_CAPTAIN.mobile, false)
  if (player === undefined || vendor === undefined || captain === undefined) return null
  return {
    player: await demoLink(game, player),
    vendor: await demoLink(game, vendor),
    captain: await demoLink(game, captain),
  }
}
