import type { Reader, Writer } from '../db/database'
import { findByMobile } from '../db/queries/accounts'
import { writeSetting } from '../db/queries/settings'
import { addOrganiserLink } from '../db/queries/sign-in-requests'
import type { UsersTable } from '../db/tables'
import { applyEventIn } from '../event-file/apply'
import { hasEvent, isDemoEvent, readEvent } from '../event-file/current-event'
import { parseEvent } from '../event-file/parse'
import type { Game } from '../game'
import { signInLink } from '../sms/sms'
import {
  DEMO_CAPTAIN,
  DEMO_ORGANISER_MOBILE,
  DEMO_PLAYER,
  DEMO_STAFF_MOBILE,
  smallStory,
} from './small'
import { type DemoStory, insertStory } from './story'

/** Whether the database has no event and no account that could collide with the demo's. */
async function isUntouched(db: Reader | Writer): Promise<boolean> {
  if (await hasEvent(db)) return false
  const account = await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()
  return account === undefined
}

/** Applies a story's event and inserts its activity. */
export async function insertDemo(db: Writer, story: DemoStory, now: number): Promise<void> {
  await applyEventIn(db, parseEvent(story.event, await readEvent(db)), {
    now,
    by: { userId: null, reason: null },
  })
  await insertStory(db, story, now)
  await writeSetting(db, 'demo', true)
}

/** Inserts the demo event into an empty database; leaves any other database unchanged. */
export async function ensureDemoEvent({ db, now }: Pick<Game, 'db' | 'now'>): Promise<void> {
  if (!(await isUntouched(db.read))) return
  await db.write({ kind: 'event' }, async (writer) => {
    // Checked again under the lock: another server may have started at the same moment.
    if (await isUntouched(writer)) await insertDemo(writer, smallStory, now())
  })
}

async function demoLink({ db, now, publicUrl }: Game, userId: string): Promise<string> {
  const token = await db.write({ kind: 'accounts' }, async (writer, notify) => {
    notify('nobody')
    return await addOrganiserLink(writer, userId, now())
  })
  return signInLink(publicUrl, userId, token)
}

const PEOPLE = [
  {
    title: 'a player',
    mobile: DEMO_PLAYER.mobile,
    hasRole: ({ vendor_id }: UsersTable) => vendor_id === null,
  },
  {
    title: 'a booth',
    mobile: DEMO_STAFF_MOBILE,
    hasRole: ({ vendor_id }: UsersTable) => vendor_id !== null,
  },
  {
    title: 'a captain',
    mobile: DEMO_CAPTAIN.mobile,
    hasRole: ({ vendor_id }: UsersTable) => vendor_id === null,
  },
  {
    title: 'an organiser',
    mobile: DEMO_ORGANISER_MOBILE,
    hasRole: (account: UsersTable) => account.organiser_since !== null,
  },
] as const

/**
 * Creates sign-in links for a player of a team, staff of a booth, a captain with pending requests
 * and an organiser. Empty if the event is not the demo; skips people who have lost that role.
 */
export async function demoLinks(
  game: Game,
): Promise<{ readonly title: string; readonly link: string }[]> {
  const { read } = game.db
  if (!(await isDemoEvent(read))) return []
  const links = []
  for (const { title, mobile, hasRole } of PEOPLE) {
    const account = (await findByMobile(read, mobile)).find(hasRole)
    if (account !== undefined) links.push({ title, link: await demoLink(game, account.user_id) })
  }
  return links
}
