import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import type { RuleCode } from '#contract/codes'
import { teamNameKey } from '#rules/team-name'
import { plainText } from '#rules/text'
import { adjust, giveAward, moveAward, voidAward } from '#server/corrections/awards'
import type { By, CorrectionGame } from '#server/corrections/correction'
import type { Reader } from '#server/db/database'
import { selectAwards } from '#server/db/queries/awards'
import { parseInstant } from '#server/event-file/schema'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { type CommandFlags, type Output, onEvent, type Print, REASON } from '../common/command'

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

/** Does on the command line what the control room does, with the same corrections. Throws `Failure` for what they refuse. */
export async function correct(
  output: Output,
  flags: CommandFlags,
  work: (game: CorrectionGame, by: By, print: Print) => Promise<void>,
  refused: Partial<Record<RuleCode, string>> = {},
): Promise<void> {
  await onEvent(output, flags, async (db, by, print) => {
    try {
      await work({ db, now: Date.now }, by, print)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      throw new Failure(refused[thrown.code] ?? REFUSED[thrown.code] ?? `Refused: ${thrown.code}.`)
    }
  })
}

export interface NamedTeam {
  readonly team_id: string
  readonly team_name: string
}

const listed = (teams: readonly NamedTeam[]) => teams.map(({ team_id, team_name }) => `"${team_name}" (${team_id})`).join(', ')

/** Finds a team that stands by its id or its name. Throws `Failure` if none fits or several do, and then shows them. */
export async function findNamedTeam(db: Reader, typed: string): Promise<NamedTeam> {
  const key = teamNameKey(typed)
  const teams = await db
    .selectFrom('teams')
    .where('disbanded_at', 'is', null)
    .orderBy('team_name')
    .select(['team_id', 'team_name'])
    .execute()
  const fitting = teams.filter(({ team_id, team_name }) => team_id === plainText(typed) || teamNameKey(team_name) === key)
  const [team, ...others] = fitting
  if (team !== undefined && others.length === 0) return team
  if (team !== undefined) throw new Failure(`"${typed}" fits ${fitting.length} teams: write the id. ${listed(fitting)}.`)
  const similar = key === '' ? [] : teams.filter(({ team_name }) => teamNameKey(team_name).includes(key)).slice(0, 20)
  throw new Failure(`No team has the id or name "${typed}".${similar.length === 0 ? '' : ` Similar: ${listed(similar)}.`}`)
}

const TEAM = ['<team>', 'name or id of a team'] as const
const POINTS_MOST = 10_000

function parsePoints(typed: string): number {
  const points = /^[+-]?\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
  if (Math.abs(points) <= POINTS_MOST) return points
  throw new Failure(`Points are a whole number from -${POINTS_MOST} to ${POINTS_MOST}.`)
}

function parsePastTime(typed: string | undefined): number {
  const time = typed === undefined ? Date.now() : parseInstant(typed)
  if (time !== null && time <= Date.now()) return time
  throw new Failure('--at takes a time that has passed, with its zone, such as 2026-05-09T10:00:00+02:00.')
}

const parseId = (typed: string) => plainText(typed).toLowerCase()

async function readEntry(db: Reader, awardId: string) {
  return await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow()
}

const NOT_MOVED: Partial<Record<RuleCode, string>> = {
  AWARD_CONFLICT: 'This award is void, so there is nothing to move.',
  INVALID_INPUT: 'The award is this team’s already.',
  TAG_TAKEN: 'The team has collected the points of this tag already.',
  TEAM_NOT_FOUND: 'The team is hidden or disbanded; a hidden one is shown again in the control room first.',
}

/** `award`, `void`, `move-award` and `adjust`. */
export function registerPoints(program: Command, output: Output): void {
  program
    .command('award')
    .description('give a team what a booth should have given')
    .argument(...TEAM)
    .argument('<vendor>', 'id of the booth')
    .argument('<point_type>', 'id of the type of points')
    .requiredOption(...REASON)
    .option('--at <time>', 'when it was earned, with the zone; now by default')
    .addHelpText(
      'after',
      `
Judged as if the booth had given it: the pause and the event's window count, and it is no older than 48 hours. Booths and types
have the ids of the event file. What a lost phone still held is entered like this.
  npm run event -- award "Crveni Vukovi" arkade pobjeda --at 2026-05-09T14:05:00+02:00 --reason "the booth's phone was lost"`,
    )
    .action(async (typedTeam: string, vendorId: string, pointType: string, flags: CommandFlags & { at?: string }) => {
      const madeAt = parsePastTime(flags.at)
      await correct(output, flags, async (game, by, print) => {
        const team = await findNamedTeam(game.db.read, typedTeam)
        const awardId = await giveAward(game, by, { teamId: team.team_id, vendorId, pointType, madeAt })
        print({ award_id: awardId, ...team }, `Awarded "${team.team_name}" (${awardId}).\n`)
      })
    })

  program
    .command('void')
    .description('void an entry of the ledger, at any time')
    .argument('<award_id>', 'id of the award')
    .requiredOption(...REASON)
    .addHelpText(
      'after',
      `
The entry stays in the ledger and counts no more. Its id is in "export awards", and in the control room beside the team.
  npm run event -- void 0b9e…-3c1f --reason "given to the wrong team"`,
    )
    .action((typedId: string, flags: CommandFlags) =>
      correct(output, flags, async (game, by, print) => {
        const award_id = parseId(typedId)
        await voidAward(game, by, award_id)
        const { team_id, team_name, points, label } = await readEntry(game.db.read, award_id)
        print({ award_id, team_id, team_name, points }, `Voided ${points} points (${label}) of "${team_name}".\n`)
      }),
    )

  program
    .command('move-award')
    .description('give an award to the team that earned it')
    .argument('<award_id>', 'id of the award')
    .argument(...TEAM)
    .requiredOption(...REASON)
    .addHelpText(
      'after',
      `
Voided there and recorded here in one step, at the time it was made, with its points, booth and type; pauses do not count. Moved
twice, it moves once. A booth scanned the wrong code:
  npm run event -- move-award 0b9e…-3c1f "Plavi Zmajevi" --reason "the other team's card"`,
    )
    .action((typedId: string, typedTeam: string, flags: CommandFlags) =>
      correct(
        output,
        flags,
        async (game, by, print) => {
          const team = await findNamedTeam(game.db.read, typedTeam)
          const award_id = await moveAward(game, by, parseId(typedId), team.team_id)
          const { points, label } = await readEntry(game.db.read, award_id)
          print({ award_id, ...team, points }, `Moved ${points} points (${label}) to "${team.team_name}" (${award_id}).\n`)
        },
        NOT_MOVED,
      ),
    )

  program
    .command('adjust')
    .description('add points to a team, or take them')
    .argument(...TEAM)
    .argument('<points>', 'from -10000 to 10000')
    .requiredOption(...REASON)
    .option('--id <id>', 'the same id counts once, however often the command runs')
    .addHelpText(
      'after',
      `
No pause and no event window; it goes to no booth.
  npm run event -- adjust "Crveni Vukovi" 25 --reason "photo contest"
  npm run event -- adjust "Crveni Vukovi" -50 --reason "unfair play"`,
    )
    .action(async (typedTeam: string, typedPoints: string, flags: CommandFlags & { id?: string }) => {
      const points = parsePoints(typedPoints)
      await correct(output, flags, async (game, by, print) => {
        const team = await findNamedTeam(game.db.read, typedTeam)
        const awardId = flags.id?.toLowerCase() ?? randomUUID()
        await adjust(game, by, { awardId, teamId: team.team_id, points })
        print({ award_id: awardId, ...team, points }, `Adjusted "${team.team_name}" by ${points} points (${awardId}).\n`)
      })
    })
}
