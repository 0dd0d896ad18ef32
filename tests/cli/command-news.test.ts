import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Commit } from '#server/db/commits'
import type { DatabaseLocation } from '#server/db/database-url'
import { setWitnesses, untold } from '../support/announced'
import { type Cast, insertCast } from '../support/cast'
import { command } from '../support/command'
import { type Folder, ownFolder } from '../support/folder'
import { onOneEngine } from '../support/use-game'

const WHY = ['--reason', 'Žalba na pultu'] as const
type Command = (cast: Cast, at: DatabaseLocation, path: Folder) => Promise<unknown>

/** Each command that changes what is on somebody's screen. */
const COMMANDS: Readonly<Record<string, Command>> = {
  award: ({ team }, at) => command(at, 'award', team.ours, 'kutak', 'kviz', ...WHY),
  void: ({ award }, at) => command(at, 'void', award['booth A’s'], ...WHY),
  adjust: ({ team }, at) => command(at, 'adjust', team.theirs, '-5', ...WHY),
  announce: (_cast, at) => command(at, 'announce', 'Zatvaramo u 18 h.', '--to', 'staff'),
  freeze: (_cast, at) => command(at, 'freeze'),
  reveal: (_cast, at) => command(at, 'reveal'),
  'erase person': ({ user }, at) => command(at, 'erase', 'person', user.member, '--yes'),
  'login-link --withdraw': ({ user }, at) => command(at, 'login-link', user.applicant, '--withdraw'),
  apply(_cast, at, path) {
    const file = path('event.json')
    writeFileSync(file, JSON.stringify({ vendors: [{ vendor_id: 'arkade', name: 'Nova zona' }] }))
    return command(at, 'apply', file)
  },
}

onOneEngine('commands beside a running server', (game) => {
  const path = ownFolder()

  test.each(Object.entries(COMMANDS))('%s: whoever sees its change is told of it within a second', async (_name, change) => {
    const cast = await insertCast(game())
    const witnesses = await setWitnesses(game(), cast)
    const before = await witnesses.look()
    const changes: Commit[] = []
    const end = game().db.commits.subscribe((change) => void changes.push(change))
    await change(cast, game().location, path)
    const shown = async () => JSON.stringify([...(await witnesses.look())].map(([role, screens]) => [role, [...screens]]))
    const shownBefore = JSON.stringify([...before].map(([role, screens]) => [role, [...screens]]))
    await expect.poll(async () => (await shown()) === shownBefore).toBe(false)
    await expect.poll(async () => untold(before, await witnesses.look(), witnesses.hear(changes))).toEqual([])
    end()
  })
})
