import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '#cli/backup-file'
import { findMissing, missingText } from '#cli/restore'
import { readStatus, statusText } from '#cli/status'
import { acceptLate } from '#server/corrections/accept-late'
import { closeResults, reopenResults } from '#server/corrections/results'
import { localTime } from '#server/time'
import { type AtTheBooth, atTheBooth } from '../support/booth'
import { ownFolder } from '../support/folder'
import { onOneEngine } from '../support/use-game'

const BY = { userId: null, reason: 'Dvorana bez mreže' }

onOneEngine('what came after the closing', (game) => {
  const path = ownFolder()
  let booth: AtTheBooth
  beforeAll(async () => {
    game().clock.advance(Date.now() - game().clock.now())
  })
  const correct = () => ({ db: game().db, now: game().clock.now })
  beforeEach(async () => {
    booth = await atTheBooth(game())
  })
  afterEach(async () => void (await reopenResults(correct(), BY)))

  const close = () => closeResults(correct(), BY)
  const give = () => booth.staff.api.outcome('awardPoints', booth.award())

  test('rule 17: status says since when results are closed and how many wait', async () => {
    await close()
    await expect.poll(() => give()).toBe('KEPT_FOR_ORGANISER')
    const status = await readStatus(game().db.read)
    expect(status.late).toBeGreaterThan(0)
    expect(statusText({ ...status, size: 0, wal: 0 }, 'here', Date.now())).toContain(
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
    const { late_id } = await game()
      .db.read.selectFrom('late_entries')
      .select('late_id')
      .where('team_id', '=', booth.team.id)
      .executeTakeFirstOrThrow()
    await acceptLate(correct(), BY, late_id)
    expect(await ofTeam()).toMatchObject([{ kind: 'award' }])
  })
})
