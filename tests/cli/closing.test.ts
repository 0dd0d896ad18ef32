import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '#cli/backup/backup-file'
import { findMissing, missingText } from '#cli/backup/restore-command'
import { readStatus, statusText } from '#cli/status/status-command'
import { declineLate } from '#server/corrections/accept-late'
import { findScoreDifferences } from '#server/db/queries/scores'
import { localTime } from '#server/time'
import { type AtTheBooth, atTheBooth } from '../support/booth'
import { command, runCommand } from '../support/command'
import { ownFolder } from '../support/folder'
import { signInOrganiser } from '../support/people'
import { onOneEngine } from '../support/use-game'

const REASON = 'Dvorana bez mreže'
const MINUTE_MS = 60_000

onOneEngine('closing the results by commands', (game) => {
  const path = ownFolder()
  let booth: AtTheBooth
  beforeAll(async () => {
    game().clock.advance(Date.now() - game().clock.now())
  })
  beforeEach(async () => {
    booth = await atTheBooth(game())
  })
  afterEach(async () => {
    await reopen()
    await refusedLate('--accept-all')
    expect(await findScoreDifferences(game().db.read)).toEqual([])
  })

  const run = (...args: string[]) => command(game().location, ...args, '--reason', REASON)
  const close = () => run('close')
  const reopen = () => run('reopen')
  const late = (...args: string[]) => run('late', ...args)
  const refusedLate = async (...args: string[]) => (await runCommand(game().location, 'late', ...args)).failure
  const give = (own?: Parameters<AtTheBooth['award']>[0]) => booth.staff.api.outcome('awardPoints', booth.award(own))
  const points = async () => (await booth.team.captain.api.ok('teamPoints', {})).points
  async function listed() {
    const { late: entries } = JSON.parse(await late('--json')) as { late: Record<string, unknown>[] }
    return entries.filter(({ team_id }) => team_id === booth.team.id)
  }
  const idOf = async (index = 0) => String((await listed())[index]?.late_id)

  test('rule 17: closing twice and opening what is open are told, and change nothing', async () => {
    expect(await close()).toMatch(/^Results are closed since \S+: what arrives from now on is kept for you, see late\.\n$/)
    expect(await close()).toMatch(/^Results are closed already, since \S+; nothing was changed\.\n$/)
    await expect.poll(() => give({ point_type: 'dolazak' })).toBe('KEPT_FOR_ORGANISER')
    expect(await reopen()).toMatch(/^Results are open: what arrives counts again\./)
    expect(await reopen()).toBe('Results are open already; nothing was changed.\n')
    await expect.poll(() => give({ point_type: 'dolazak' })).toBe('OK')
    const organiser = await signInOrganiser(game())
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries.slice(0, 2).map(({ what, who, reason }) => [what, who, reason])).toEqual([
      ['reopen', 'npm run event', REASON],
      ['close', 'npm run event', REASON],
    ])
  })

  test('rule 17: late lists what came late, and --accept counts one, once', async () => {
    await close()
    await expect.poll(() => give()).toBe('KEPT_FOR_ORGANISER')
    const id = await idOf()
    expect(await late()).toMatch(
      new RegExp(`^${id} {2}award: Arkadna zona to ${booth.team.name}, Pobjeda, 25; made \\S+, received \\S+$`, 'm'),
    )
    expect(await refusedLate('--accept', 'nema')).toBe('No late entry has the id "nema"; late lists them.')
    expect(await refusedLate('--accept', id, '--accept-all')).toMatch(/exclude each other/)
    expect(await late('--accept', id)).toBe('Accepted 1 late entry.\n')
    await expect.poll(points).toBe(25)
    expect(await late('--accept', id)).toBe('It was accepted before; nothing was changed.\n')
    expect(await listed()).toMatchObject([{ accepted: true, points: 25, label: 'Pobjeda' }])
    expect(await late()).toContain('; accepted\n')
  })

  test('rule 17: --accept-all counts what the rules allow, the earlier of two within a pause, and names the rest', async () => {
    await close()
    await expect.poll(() => give({ queued_ms: MINUTE_MS })).toBe('KEPT_FOR_ORGANISER')
    await give({ queued_ms: 5 * MINUTE_MS })
    const second = await idOf(0)
    const gone = booth
    booth = await atTheBooth(game())
    await give()
    const disbanded = await idOf()
    await booth.team.captain.api.ok('disbandTeam', { team_name: booth.team.name })
    booth = gone
    expect(await refusedLate('--accept', disbanded)).toBe(`1 entry stays late: ${disbanded}: the team was disbanded.`)
    const rest = String(await refusedLate('--accept-all'))
    expect(rest).toMatch(/^2 entries stay late: /)
    const [, why] = await listed()
    expect([why?.accepted, rest.includes(String((await listed()).find((one) => one.accepted === false)?.late_id))]).toEqual([
      true,
      true,
    ])
    expect(rest).toContain('the team has the same points of this booth within the pause')
    expect(rest).toContain(second)
    await expect.poll(points).toBe(25)
  })

  test('rule 17: --accept-all leaves what the organiser declined', async () => {
    await close()
    await expect.poll(() => give()).toBe('KEPT_FOR_ORGANISER')
    const { db, clock } = game()
    await declineLate({ db, now: clock.now }, { userId: null, reason: REASON }, await idOf())
    await refusedLate('--accept-all')
    expect(await listed()).toMatchObject([{ accepted: false, declined: true }])
    expect(await late()).toContain('; declined\n')
  })

  test('rule 17: status says since when results are closed and how many wait', async () => {
    await close()
    await expect.poll(() => give()).toBe('KEPT_FOR_ORGANISER')
    const status = await readStatus(game().db.read)
    expect(status.late).toBeGreaterThan(0)
    expect(statusText(status, 'here', Date.now())).toContain(
      `Results       closed since ${localTime(status.closedAt ?? 0)}, ${status.late} late entr`,
    )
  })

  test('fault 58: what came late and is in no backup is named, until it is accepted', async () => {
    const file = path('event.backup')
    await writeBackup(game().db, file, Date.now())
    await close()
    await expect.poll(() => give()).toBe('KEPT_FOR_ORGANISER')
    const ofTeam = async () => (await findMissing(game().db.read, file)).filter(({ team_id }) => team_id === booth.team.id)
    expect(await ofTeam()).toMatchObject([{ kind: 'late award', points: 25, team_name: booth.team.name }])
    expect(missingText(await ofTeam())).toContain(` late award: Arkadna zona to ${booth.team.name}, Pobjeda, 25 (`)
    await late('--accept', await idOf())
    expect(await ofTeam()).toMatchObject([{ kind: 'award' }])
  })
})
