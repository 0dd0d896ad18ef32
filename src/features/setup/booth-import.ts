import type { EventFault, EventFile, EventPart, EventPerson } from '#contract/event'
import { caseKey } from '#rules/account'
import { importTexts } from '#texts/import'
import { type Columns, cellOf, numberKey, personOf, plainNumber, type TypedPerson } from './columns'
import type { SheetRow, Spreadsheet } from './spreadsheet'
import { newId } from './use-event'

export interface RowFault {
  /** null: of nothing in the file. */
  readonly row: number | null
  readonly text: string
}

interface Placed {
  readonly row: number
  readonly person: EventPerson
}

interface Booth {
  readonly row: number
  readonly id: string
  readonly name: string
  readonly location: string
  readonly description: string
  readonly point_types: readonly string[]
  /** Those who are there already. */
  readonly current: readonly EventPerson[]
  readonly people: readonly Placed[]
}

export interface BoothPlan {
  readonly booths: readonly Booth[]
  readonly faults: readonly RowFault[]
}

const isNobody = (person: TypedPerson) => Object.values(person).every((value) => value === '')

/** What a row says of its booth, which later rows of the same one may leave out and not change. */
const OF_BOOTH = ['location', 'description', 'point_types'] as const

/** Point types by their ids or names, between commas, semicolons, slashes or lines. */
function typesIn(typed: string, { point_types }: EventFile): { readonly ids: string[]; readonly unknown: string[] } {
  const names = typed
    .split(/[,;/\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = names.map((name) => ({
    name,
    id: point_types.find((one) => one.point_type === name || caseKey(one.label) === caseKey(name))?.point_type,
  }))
  return {
    ids: [...new Set(found.flatMap(({ id }) => id ?? []))],
    unknown: found.flatMap(({ name, id }) => (id === undefined ? [name] : [])),
  }
}

/** What the file says of a booth so far, and what a later row adds to it. What it says otherwise is a fault. */
function merge(earlier: Booth, later: Booth, faults: RowFault[]): Booth {
  const has = (booth: Booth, field: (typeof OF_BOOTH)[number]) => booth[field].length > 0
  for (const field of OF_BOOTH) {
    const differs = has(earlier, field) && has(later, field) && String(earlier[field]) !== String(later[field])
    if (differs) faults.push({ row: later.row, text: importTexts.otherThan(importTexts.fields[field], earlier.row) })
  }
  return {
    ...earlier,
    location: earlier.location || later.location,
    description: earlier.description || later.description,
    point_types: has(earlier, 'point_types') ? earlier.point_types : later.point_types,
    people: [...earlier.people, ...later.people],
  }
}

/**
 * What a spreadsheet of booths and people changes in the event: a row a person, or a booth alone. Who is at a booth already stays there;
 * who is at another one moves.
 */
export function planBooths(event: EventFile, sheet: Spreadsheet, columns: Columns): BoothPlan {
  const faults: RowFault[] = []
  const everybody = [...event.vendors.flatMap(({ staff }) => staff), ...event.organisers]
  const known = new Map(everybody.map((person) => [numberKey(person.mobile), person]))
  const ids = event.vendors.map(({ vendor_id }) => vendor_id)
  const booths = new Map<string, Booth>()

  function placed(row: SheetRow): readonly Placed[] {
    const typed = personOf(row, columns)
    if (isNobody(typed)) return []
    if (plainNumber(cellOf(row, columns, 'mobile')) === null) faults.push({ row: row.row, text: importTexts.cutNumber })
    const key = numberKey(typed.mobile)
    const current = known.get(key)
    // A second row with the number is a fault, which the server finds.
    known.delete(key)
    const given = (field: keyof TypedPerson) => typed[field] || current?.[field] || ''
    const person = {
      ...(current?.user_id === undefined ? {} : { user_id: current.user_id }),
      ...{ first_name: given('first_name'), last_name: given('last_name'), email: given('email') },
      ...{ mobile: current?.mobile ?? typed.mobile, nickname: given('nickname') },
    }
    return [{ row: row.row, person }]
  }

  for (const row of sheet.rows) {
    const people = placed(row)
    const name = cellOf(row, columns, 'booth')
    if (name === '') {
      faults.push({ row: row.row, text: importTexts.noBooth })
      continue
    }
    const { ids: point_types, unknown } = typesIn(cellOf(row, columns, 'point_types'), event)
    for (const one of unknown) faults.push({ row: row.row, text: importTexts.noSuchType(one) })
    const existing = event.vendors.find(({ vendor_id, name: called }) => vendor_id === name || caseKey(called) === caseKey(name))
    const key = existing?.vendor_id ?? caseKey(name)
    const earlier = booths.get(key)
    const said = {
      ...{ row: row.row, id: earlier?.id ?? existing?.vendor_id ?? newId(name, ids, 'stand'), name: existing?.name ?? name },
      ...{ location: cellOf(row, columns, 'location'), description: cellOf(row, columns, 'description') },
      ...{ point_types, current: existing?.staff ?? [], people },
    }
    ids.push(said.id)
    booths.set(key, earlier === undefined ? said : merge(earlier, said, faults))
  }
  return { booths: [...booths.values()], faults }
}

/** The part of an event file that a plan makes. */
export function partOf({ booths }: BoothPlan): EventPart {
  const imported = new Set(booths.flatMap(({ people }) => people.flatMap(({ person }) => person.user_id ?? [])))
  return {
    vendors: booths.map(({ id, name, location, description, point_types, current, people }) => {
      const staying = current.filter(({ user_id }) => user_id === undefined || !imported.has(user_id))
      return {
        ...{ vendor_id: id, name },
        ...(location === '' ? {} : { location }),
        ...(description === '' ? {} : { description }),
        ...(point_types.length === 0 ? {} : { point_types: [...point_types] }),
        // A booth that gets nobody is left as it is.
        ...(people.length === 0 ? {} : { staff: [...staying, ...people.map(({ person }) => person)] }),
      }
    }),
  }
}

/** The rows of the faults that the server found in the part. */
export function placeFaults(plan: BoothPlan, faults: readonly EventFault[]): readonly RowFault[] {
  const { vendors = [] } = partOf(plan)
  return faults.map(({ path, message }) => {
    const [, at = '', in_, place = ''] = path.split('.')
    const booth = plan.booths[Number(at)]
    if (!path.startsWith('vendors.') || booth === undefined) return { row: null, text: message }
    if (in_ !== 'staff') return { row: booth.row, text: message }
    const staying = (vendors[Number(at)]?.staff?.length ?? 0) - booth.people.length
    return { row: booth.people[Number(place) - staying]?.row ?? booth.row, text: message }
  })
}
