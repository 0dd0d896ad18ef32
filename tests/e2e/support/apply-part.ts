import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameProcess } from './game-process'

/** Changes a part of the running event, as an organiser does with the command line. */
export async function applyPart(game: GameProcess, part: object): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-event-'))
  const file = join(directory, 'event.json')
  writeFileSync(file, JSON.stringify(part))
  await game.eventMeanwhile('apply', file, '--yes')
  rmSync(directory, { recursive: true })
}
