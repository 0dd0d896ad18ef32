import * as v from 'valibot'
import { uniqueNickname } from '#rules/account'
import { person } from '#server/event-file/event-schema'
import { type Fault, faultAt } from '#server/event-file/fault'
import { FaultyEvent } from '#server/event-file/faulty-event'
import { quoted } from '#server/event-file/quoted'
import { schemaFaults } from '#server/event-file/schema-faults'
import { parseMobile } from '#server/mobile'
import { parseCsvTable } from '../files/csv-table'

const COLUMNS = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const
const ALSO: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  ...{ firstname: 'first_name', ime: 'first_name', lastname: 'last_name', surname: 'last_name', prezime: 'last_name' },
  ...{ email: 'email', mail: 'email', eposta: 'email', emailadresa: 'email', emailaddress: 'email', nadimak: 'nickname' },
  ...{ broj: 'mobile', brojmobitela: 'mobile', mobitel: 'mobile', mobilenumber: 'mobile', phone: 'mobile' },
  ...{ phonenumber: 'mobile', telefon: 'mobile', brojtelefona: 'mobile' },
}

type Typed = Readonly<Record<(typeof COLUMNS)[number], string>>

interface Row {
  readonly line: number
  readonly typed: Typed
}

export interface ListedPlayer extends Typed {
  /** Where they stand in the file. */
  readonly line: number
}

/** Faults of what stands twice in the file, also in rows that have other faults. A field that is faulty itself has no key. */
function repeated(rows: readonly Row[], what: 'mobile' | 'nickname', keyOf: (typed: string) => string | null): Fault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, typed }) => {
    const key = keyOf(typed[what])
    const earlier = key === null ? undefined : first.get(key)
    if (key !== null && earlier === undefined) first.set(key, line)
    return earlier === undefined
      ? []
      : [inLine(line, faultAt([what], `stands in line ${earlier} too`, { value: quoted(typed[what]) }))]
  })
}

function nicknameKey(typed: string): string | null {
  const parsed = v.safeParse(person.entries.nickname, typed)
  return parsed.success ? uniqueNickname(parsed.output) : null
}

function inLine(line: number, fault: Fault): Fault {
  return { ...fault, place: { ...fault.place, position: { line } } }
}

const lineOf = (fault: Fault) => fault.place.position?.line ?? 0

/** Parses the list of players. Throws `Failure`, or `FaultyEvent` with each fault and its line. */
export function readPlayers(text: string, path: string): readonly ListedPlayer[] {
  const faults: Fault[] = []
  const players: ListedPlayer[] = []
  const rows = parseCsvTable(text, path, COLUMNS, ALSO).map(({ line, cells }) => {
    // `Object.fromEntries` loses which columns there are.
    return { line, typed: Object.fromEntries(COLUMNS.map((column) => [column, cells.get(column) ?? ''])) as Typed }
  })
  for (const { line, typed } of rows) {
    const parsed = v.safeParse(person, typed)
    if (parsed.success) {
      const { first_name, last_name, email, mobile, nickname } = parsed.output
      players.push({ first_name, last_name, email, mobile, nickname, line })
    } else faults.push(...schemaFaults(parsed.issues).map((fault) => inLine(line, fault)))
  }
  faults.push(...repeated(rows, 'mobile', parseMobile), ...repeated(rows, 'nickname', nicknameKey))
  if (faults.length > 0) throw new FaultyEvent(faults.toSorted((one, other) => lineOf(one) - lineOf(other)))
  return players
}
