import type { Invitation } from '#contract/organiser-entities'
import { uniqueNickname } from '#rules/account'
import { importTexts } from '#texts/import'
import { type Columns, cellOf, numberKey, personOf, plainNumber, type TypedPerson } from './columns'
import type { Spreadsheet } from './spreadsheet'

/** Somebody in a list of players. */
export interface Guest {
  readonly row: number
  readonly person: TypedPerson
  /** What is wrong with it that no call can see: what stands twice in the file, what the spreadsheet has cut off. */
  readonly faults: Readonly<Record<string, string>>
}

/** The people of a list, with the faults that concern the whole of it. */
export function guestsOf(sheet: Spreadsheet, columns: Columns): readonly Guest[] {
  const first = { mobile: new Map<string, number>(), nickname: new Map<string, number>() }
  return sheet.rows.map((row) => {
    const person = personOf(row, columns)
    const faults: Record<string, string> = {}
    const keys = { mobile: numberKey(person.mobile), nickname: uniqueNickname(person.nickname) }
    for (const field of ['mobile', 'nickname'] as const) {
      const earlier = first[field].get(keys[field])
      if (keys[field] === '') continue
      if (earlier === undefined) first[field].set(keys[field], row.row)
      else faults[field] = importTexts.twice(field, earlier)
    }
    if (plainNumber(cellOf(row, columns, 'mobile')) === null) faults.mobile = importTexts.cutNumber
    return { row: row.row, person, faults }
  })
}

/** People who are asked for, and what became of each, by their row. Whoever is missing has had no answer. */
export interface Asked {
  readonly guests: readonly Guest[]
  readonly outcomes: ReadonlyMap<number, Invitation>
}

/** It was not the person's turn, or no SMS could be sent: they are asked for again. */
const isOpen = (outcome: Invitation | undefined) => outcome === undefined || outcome.code === 'UNAVAILABLE'

export const waitingOf = ({ guests, outcomes }: Asked) => guests.filter(({ row }) => isOpen(outcomes.get(row)))

/** Whom the server has answered for so. */
export function guestsWith({ guests, outcomes }: Asked, is: (outcome: Invitation) => boolean): readonly Guest[] {
  return guests.filter(({ row }) => {
    const outcome = outcomes.get(row)
    return outcome !== undefined && !isOpen(outcome) && is(outcome)
  })
}

/** Faults that no call can see come before the server's answer. */
function judged({ faults }: Guest, outcome: Invitation): Invitation {
  if (Object.keys(faults).length === 0) return outcome
  return { status: 'refused', code: 'INVALID_INPUT', fields: { ...outcome.fields, ...faults } }
}

const AT_ONCE = 50

/**
 * Asks for all who are waiting, 50 at a time. Ends early where a call brings nobody further: no SMS can be sent now. May be called again with
 * what there is by then, after whatever has cut it: the server sends nobody a second one. Throws what a call throws.
 * @param onAnswer is told all outcomes so far after each call
 */
export async function askFor(
  { guests, outcomes: before }: Asked,
  ask: (people: readonly TypedPerson[]) => Promise<readonly Invitation[]>,
  onAnswer: (outcomes: Asked['outcomes']) => void,
): Promise<void> {
  let outcomes = before
  for (;;) {
    const waiting = waitingOf({ guests, outcomes }).slice(0, AT_ONCE)
    if (waiting.length === 0) return
    const results = await ask(waiting.map(({ person }) => person))
    outcomes = new Map([
      ...outcomes,
      ...waiting.flatMap((guest, index) => (results[index] ? [[guest.row, judged(guest, results[index])] as const] : [])),
    ])
    onAnswer(outcomes)
    if (waitingOf({ guests: waiting, outcomes }).length === waiting.length) return
  }
}

/** Why somebody gets none, in sentences. */
export function reasonOf({ fields = {}, code = '' }: Invitation): string {
  const faults = Object.values(fields)
  if (faults.length > 0) return faults.join(' ')
  return code === 'BLOCKED' ? importTexts.blocked : importTexts.refusedBy(code)
}
