import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apply } from '#cli/apply/apply-command'
import {
  adjustCommand,
  announceCommand,
  awardCommand,
  freezeCommand,
  revealCommand,
  voidCommand,
} from '#cli/corrections/commands'
import { withdrawLinks } from '#cli/sign-in/login-link-command'
import { erasePerson } from '#cli/upkeep/erase-command'
import type { Change } from '#server/db/changes'
import type { DatabaseLocation } from '#server/db/open'
import { setWitnesses, untold } from '../support/announced'
import { type Cast, insertCast } from '../support/cast'
import { QUIET } from '../support/commands'
import { ENGINES } from '../support/databases'
import { ownFolder } from '../support/folder'
import { useGame } from '../support/use-game'

const WHY = { reason: 'Žalba na pultu' }
type Command = (cast: Cast, at: DatabaseLocation, directory: string) => Promise<unknown>

/** Each command that changes what is on somebody's screen. */
const COMMANDS: Readonly<Record<string, Command>> = {
  award: ({ team }, at) => awardCommand(at, team.ours, 'kutak', 'kviz', WHY, QUIET),
  void: ({ award }, at) => voidCommand(at, award['booth A’s'], WHY, QUIET),
  adjust: ({ team }, at) => adjustCommand(at, team.theirs, '-5', WHY, QUIET),
  announce: (_cast, at) => announceCommand(at, 'Zatvaramo u 18 h.', { to: 'staff' }, QUIET),
  freeze: (_cast, at) => freezeCommand(at, {}, QUIET),
  reveal: (_cast, at) => revealCommand(at, {}, QUIET),
  'erase person': ({ user }, at) => erasePerson(at, user.member, { yes: true, json: false, output: QUIET }),
  'login-link --withdraw': ({ user }, at) => withdrawLinks(at, user.applicant, {}, QUIET),
  async apply(_cast, at, directory) {
    const file = join(directory, 'event.json')
    writeFileSync(file, JSON.stringify({ vendors: [{ vendor_id: 'arkade', name: 'Nova zona' }] }))
    await apply(at, file, {}, QUIET)
  },
}

describe.each(ENGINES)('commands beside a running server on %s', (engine) => {
  const path = ownFolder()
  const game = useGame(engine)

  test.each(Object.entries(COMMANDS))('%s: whoever sees its change is told of it within a second', async (_name, command) => {
    const cast = await insertCast(game())
    const witnesses = await setWitnesses(game(), cast)
    const before = await witnesses.look()
    const changes: Change[] = []
    const end = game().db.changes.subscribe((change) => void changes.push(change))
    await command(cast, game().location, path())
    const shown = async () => JSON.stringify([...(await witnesses.look())].map(([role, screens]) => [role, [...screens]]))
    const shownBefore = JSON.stringify([...before].map(([role, screens]) => [role, [...screens]]))
    await expect.poll(async () => (await shown()) === shownBefore, { timeout: 1_000 }).toBe(false)
    await expect.poll(async () => untold(before, await witnesses.look(), witnesses.hear(changes)), { timeout: 1_000 }).toEqual([])
    end()
  })
})
