import { parseArgs } from 'node:util'
import type { Reader, Writer } from '../db/database'
import { findByMobile } from '../db/queries/accounts'
import { readMark, writeSetting } from '../db/queries/settings'
import { addOrganiserLink } from '../db/queries/sign-in-requests'
import type { UsersTable } from '../db/tables'
import { SettingError } from '../env'
import { applyEventIn } from '../event-file/apply'
import { hasEvent, isDemoEvent, readKnownEvent } from '../event-file/current-event'
import { parseEvent } from '../event-file/parse'
import { Failure } from '../failure'
import type { Game } from '../game'
import { signInLink } from '../sms/sms'
import { makeLargeStory } from './large'
import { DEMO_CAPTAIN, DEMO_ORGANISER_MOBILE, DEMO_PLAYER, DEMO_STAFF_MOBILE, smallStory } from './small'
import { insertStory } from './story'

const STORIES = { small: () => smallStory, large: makeLargeStory } as const
export type DemoSize = keyof typeof STORIES

function isDemoSize(text: unknown): text is DemoSize {
  return typeof text === 'string' && Object.hasOwn(STORIES, text)
}

/** Parses the size after `--demo` among a server's arguments; null if it is absent. Throws `SettingError`. */
export function readDemoSize(args: readonly string[]): DemoSize | null {
  const { values, positionals } = parseArgs({ args: [...args], options: { demo: { type: 'string' } }, strict: false })
  const unknown = [...positionals, ...Object.keys(values).filter((name) => name !== 'demo')]
  const size = isDemoSize(values.demo) ? values.demo : null
  if (unknown.length > 0 || (values.demo !== undefined && size === null)) {
    throw new SettingError(`A server takes no argument but --demo small or --demo large, not "${args.join(' ')}".`)
  }
  return size
}

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
    await applyEventIn(db, parseEvent(story.event, await readKnownEvent(db)), { now, by: { userId: null, reason: null } })
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

async function demoLink({ db, now, publicUrl }: Game, userId: string): Promise<string> {
  const token = await db.write({ on: 'accounts' }, async (writer, tell) => {
    tell('nobody')
    return await addOrganiserLink(writer, userId, now())
  })
  return signInLink(publicUrl, userId, token)
}

const PEOPLE = [
  { title: 'a player', mobile: DEMO_PLAYER.mobile, isWho: (account: UsersTable) => account.vendor_id === null },
  { title: 'a booth', mobile: DEMO_STAFF_MOBILE, isWho: (account: UsersTable) => account.vendor_id !== null },
  { title: 'a captain', mobile: DEMO_CAPTAIN.mobile, isWho: (account: UsersTable) => account.vendor_id === null },
  { title: 'an organiser', mobile: DEMO_ORGANISER_MOBILE, isWho: (account: UsersTable) => account.organiser_since !== null },
] as const

/**
 * New sign-in links: for a player of a team, staff of a booth, a captain with pending requests and an organiser. Empty if the event is
 * not the demo; whoever is no longer what they were in it has none.
 */
export async function demoLinks(game: Game): Promise<{ readonly title: string; readonly link: string }[]> {
  const { read } = game.db
  if (!(await isDemoEvent(read))) return []
  const links = []
  for (const { title, mobile, isWho } of PEOPLE) {
    const account = (await findByMobile(read, mobile)).find(isWho)
    if (account !== undefined) links.push({ title, link: await demoLink(game, account.user_id) })
  }
  return links
}
