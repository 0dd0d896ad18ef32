import { randomUUID } from 'node:crypto'
import type { RuleCode } from '#contract/codes'
import { MESSAGE_TO, type MessageTo } from '#contract/entities'
import { normaliseText } from '#rules/text'
import { adjust } from '#server/corrections/adjust'
import { announce } from '#server/corrections/announce'
import { freeze, reveal } from '#server/corrections/freeze'
import { giveAward } from '#server/corrections/give-award'
import { moveAward } from '#server/corrections/move-award'
import { voidAward } from '#server/corrections/void'
import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/open'
import { selectAwards } from '#server/db/queries/awards'
import { parseInstant } from '#server/event-file/instant'
import { Failure } from '#server/failure'
import { localTime } from '#server/local-time'
import { Refusal } from '#server/refusal'
import { byCommandLine } from '../common/command-line'
import { type Output, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'
import { findNamedTeam } from './find-team'

const POINTS_MOST = 10_000

/** The Croatian messages of refusals are for players; the command line speaks English. */
const REFUSED: Partial<Record<RuleCode, string>> = {
  AWARD_CONFLICT: 'This id belongs to another entry of the ledger.',
  AWARD_NOT_FOUND: 'No entry of the ledger has this id.',
  AWARD_TOO_OLD: 'The award was made more than 48 hours ago; use adjust.',
  COOLDOWN: 'The team got these points from this booth already, and the pause is not over; use adjust to give them anyway.',
  EVENT_CLOSED: 'The event was not open at that time; use adjust to give the points anyway.',
  MESSAGE_TOO_LONG: 'A message has at most 280 characters.',
  POINT_TYPE_NOT_ALLOWED: 'This booth does not exist or does not give this type of points.',
  TEAM_NOT_FOUND: 'The team was disbanded.',
}

/** What the organiser does on the command line. */
async function correct(
  location: DatabaseLocation,
  work: (game: { db: Database; now: () => number }) => Promise<void>,
  refused: Partial<Record<RuleCode, string>> = {},
): Promise<void> {
  await withDatabase(location, async (db) => {
    try {
      await work({ db, now: Date.now })
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      throw new Failure(refused[reason.code] ?? REFUSED[reason.code] ?? `Refused: ${reason.code}.`)
    }
  })
}

export async function adjustCommand(
  location: DatabaseLocation,
  typedTeam: string,
  typedPoints: string,
  options: { readonly reason: string; readonly id?: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  const points = /^[+-]?\d{1,5}$/.test(typedPoints) ? Number(typedPoints) : Number.NaN
  if (!(Math.abs(points) <= POINTS_MOST)) throw new Failure(`Points are a whole number from -${POINTS_MOST} to ${POINTS_MOST}.`)
  await correct(location, async (game) => {
    const team = await findNamedTeam(game.db.read, typedTeam)
    const awardId = options.id?.toLowerCase() ?? randomUUID()
    await adjust(game, byCommandLine(options.reason), { awardId, teamId: team.team_id, points })
    printResult(
      output,
      options.json === true,
      { award_id: awardId, ...team, points },
      `Adjusted "${team.team_name}" by ${points} points (${awardId}).\n`,
    )
  })
}

export async function voidCommand(
  location: DatabaseLocation,
  awardId: string,
  options: { readonly reason: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  await correct(location, async (game) => {
    const id = awardId.trim().toLowerCase()
    await voidAward(game, byCommandLine(options.reason), id)
    const award = await selectAwards(game.db.read).where('awards.award_id', '=', id).executeTakeFirstOrThrow()
    printResult(
      output,
      options.json === true,
      { award_id: id, team_id: award.team_id, team_name: award.team_name, points: award.points },
      `Voided ${award.points} points (${award.label}) of "${award.team_name}".\n`,
    )
  })
}

const NOT_MOVED: Partial<Record<RuleCode, string>> = {
  AWARD_CONFLICT: 'This award is void, so there is nothing to move.',
  INVALID_INPUT: 'The award is this team’s already.',
  TAG_TAKEN: 'The team has collected the points of this tag already.',
  TEAM_NOT_FOUND: 'The team is hidden or disbanded; a hidden one is shown again in the control room first.',
}

export async function moveAwardCommand(
  location: DatabaseLocation,
  awardId: string,
  typedTeam: string,
  options: { readonly reason: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  await correct(
    location,
    async (game) => {
      const team = await findNamedTeam(game.db.read, typedTeam)
      const newId = await moveAward(game, byCommandLine(options.reason), awardId.trim().toLowerCase(), team.team_id)
      const { points, label } = await selectAwards(game.db.read).where('awards.award_id', '=', newId).executeTakeFirstOrThrow()
      printResult(
        output,
        options.json === true,
        { award_id: newId, ...team, points },
        `Moved ${points} points (${label}) to "${team.team_name}" (${newId}).\n`,
      )
    },
    NOT_MOVED,
  )
}

export async function awardCommand(
  location: DatabaseLocation,
  typedTeam: string,
  vendorId: string,
  pointType: string,
  options: { readonly reason: string; readonly at?: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  const madeAt = options.at === undefined ? Date.now() : parseInstant(options.at)
  if (madeAt === null || madeAt > Date.now()) {
    throw new Failure('--at takes a time that has passed, with its zone, such as 2026-05-09T10:00:00+02:00.')
  }
  await correct(location, async (game) => {
    const team = await findNamedTeam(game.db.read, typedTeam)
    const awardId = await giveAward(game, byCommandLine(options.reason), { teamId: team.team_id, vendorId, pointType, madeAt })
    printResult(output, options.json === true, { award_id: awardId, ...team }, `Awarded "${team.team_name}" (${awardId}).\n`)
  })
}

export async function freezeCommand(
  location: DatabaseLocation,
  options: { readonly reason?: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  await correct(location, async (game) => {
    const at = await freeze(game, byCommandLine(options.reason))
    const text = `Frozen since ${localTime(at)}: everybody sees the ranking of that moment.\n`
    printResult(output, options.json === true, { frozen_at: localTime(at) }, text)
  })
}

export async function revealCommand(
  location: DatabaseLocation,
  options: { readonly reason?: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  await correct(location, async (game) => {
    await reveal(game, byCommandLine(options.reason))
    printResult(output, options.json === true, { frozen_at: null }, 'Revealed: everybody sees the ranking as it is.\n')
  })
}

function isMessageTo(text: string): text is MessageTo {
  return MESSAGE_TO.some((one) => one === text)
}

export async function announceCommand(
  location: DatabaseLocation,
  typed: string,
  options: { readonly to: string; readonly reason?: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  const { to, reason } = options
  if (!isMessageTo(to)) throw new Failure(`--to is one of ${MESSAGE_TO.join(', ')}.`)
  const text = normaliseText(typed)
  if (text === '') throw new Failure('A message needs a text.')
  await correct(location, async (game) => {
    const id = await announce(game, byCommandLine(reason), text, to)
    printResult(output, options.json === true, { message_id: id, to }, `Sent to ${to} (${id}).\n`)
  })
}
