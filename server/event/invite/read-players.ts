import * as v from 'valibot'
import { caseKey } from '#rules/account'
import { parseCsvTable } from '../csv-table'
import { person } from '../file/event-schema'
import { faultText } from '../file/fault-text'
import { FaultyEvent } from '../file/faulty-event'

const COLUMNS = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const

export interface ListedPlayer extends Readonly<Record<(typeof COLUMNS)[number], string>> {
  /** Where they stand in the file. */
  readonly line: number
}

/** Faults of what stands twice in the file. */
function repeated(players: readonly ListedPlayer[], what: 'mobile' | 'nickname', keyOf: (text: string) => string): string[] {
  const first = new Map<string, number>()
  return players.flatMap((player) => {
    const key = keyOf(player[what])
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, player.line)
      return []
    }
    return [`line ${player.line} ${what}: ${JSON.stringify(player[what])} stands in line ${earlier} too`]
  })
}

/** Parses the list of players. Throws `Failure`, or `FaultyEvent` with each fault and its line. */
export function readPlayers(text: string, path: string): readonly ListedPlayer[] {
  const faults: string[] = []
  const players: ListedPlayer[] = []
  for (const { line, cells } of parseCsvTable(text, path, COLUMNS)) {
    const typed = Object.fromEntries(COLUMNS.map((column) => [column, cells.get(column) ?? '']))
    const parsed = v.safeParse(person, typed)
    if (parsed.success) {
      const { first_name, last_name, email, mobile, nickname } = parsed.output
      players.push({ first_name, last_name, email, mobile, nickname, line })
    } else faults.push(...parsed.issues.map((issue) => `line ${line} ${faultText(issue)}`))
  }
  faults.push(...repeated(players, 'mobile', (text) => text), ...repeated(players, 'nickname', caseKey))
  if (faults.length > 0) throw new FaultyEvent(faults)
  return players
}
