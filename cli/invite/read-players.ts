import * as v from 'valibot'
import { uniqueNickname } from '#rules/account'
import { person } from '#server/event-file/event-schema'
import { type Fault, faultAt } from '#server/event-file/fault'
import { FaultyEvent } from '#server/event-file/faulty-event'
import { quoted } from '#server/event-file/quoted'
import { schemaFaults } from '#server/event-file/schema-faults'
import { parseCsvTable } from '../files/csv-table'

const COLUMNS = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const
const ALSO: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  ...{ firstname: 'first_name', ime: 'first_name', lastname: 'last_name', surname: 'last_name', prezime: 'last_name' },
  ...{ email: 'email', mail: 'email', eposta: 'email', emailadresa: 'email', emailaddress: 'email', nadimak: 'nickname' },
  ...{ broj: 'mobile', brojmobitela: 'mobile', mobitel: 'mobile', mobilenumber: 'mobile', phone: 'mobile' },
  ...{ phonenumber: 'mobile', telefon: 'mobile', brojtelefona: 'mobile' },
}

export interface ListedPlayer extends Readonly<Record<(typeof COLUMNS)[number], string>> {
  /** Where they stand in the file. */
  readonly line: number
}

/** Faults of what stands twice in the file. */
function repeated(players: readonly ListedPlayer[], what: 'mobile' | 'nickname', keyOf: (text: string) => string): Fault[] {
  const first = new Map<string, number>()
  return players.flatMap((player) => {
    const key = keyOf(player[what])
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, player.line)
      return []
    }
    return [inLine(player.line, faultAt([what], `stands in line ${earlier} too`, { value: quoted(player[what]) }))]
  })
}

function inLine(line: number, fault: Fault): Fault {
  return { ...fault, place: { ...fault.place, position: { line } } }
}

/** Parses the list of players. Throws `Failure`, or `FaultyEvent` with each fault and its line. */
export function readPlayers(text: string, path: string): readonly ListedPlayer[] {
  const faults: Fault[] = []
  const players: ListedPlayer[] = []
  for (const { line, cells } of parseCsvTable(text, path, COLUMNS, ALSO)) {
    const typed = Object.fromEntries(COLUMNS.map((column) => [column, cells.get(column) ?? '']))
    const parsed = v.safeParse(person, typed)
    if (parsed.success) {
      const { first_name, last_name, email, mobile, nickname } = parsed.output
      players.push({ first_name, last_name, email, mobile, nickname, line })
    } else faults.push(...schemaFaults(parsed.issues).map((fault) => inLine(line, fault)))
  }
  faults.push(...repeated(players, 'mobile', (text) => text), ...repeated(players, 'nickname', uniqueNickname))
  if (faults.length > 0) throw new FaultyEvent(faults)
  return players
}
