import type { EventBooth, EventFault, EventFile, EventPart, EventPerson } from '#contract/event'
import { caseKey } from '#rules/account'
import { importTexts } from '#texts/import'
import { type Columns, cellOf, numberKey, personOf, plainNumber, type TypedPerson } from './columns'
import type { RowFault } from './event-preview'
import type { Spreadsheet, SpreadsheetRow } from './sheets'
import { newId } from './use-entry-form'

export interface BoothPlan {
  /** The part of an event file that the spreadsheet yields. */
  readonly part: EventPart
  /** Faults that the server cannot find. */
  readonly faults: readonly RowFault[]
  /** The row of each booth and person, by their path in the part. */
  readonly rows: ReadonlyMap<string, number>
}

interface BoothRow {
  readonly row: number
  readonly vendor: Pick<EventBooth, 'vendor_id' | 'name' | OfBooth>
  readonly person: EventPerson | null
}
/**
 * The fields of a row that describe its booth. Later rows of the same booth may leave them out, but
 * not change them.
 */
type OfBooth = 'location' | 'description' | 'point_types'
type BoothRows = [BoothRow, ...BoothRow[]]

/** Finds point types by ids or names, which commas, semicolons, slashes or line breaks separate. */
function typesIn(
  typed: string,
  { point_types }: EventFile,
): { readonly ids: string[]; readonly unknown: string[] } {
  const names = typed
    .split(/[,;/\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = names.map((name) => ({
    name,
    id: point_types.find((one) => one.point_type === name || caseKey(one.label) === caseKey(name))
      ?.point_type,
  }))
  return {
    ids: [...new Set(found.flatMap(({ id }) => id ?? []))],
    unknown: found.flatMap(({ name, id }) => (id === undefined ? [name] : [])),
  }
}

/**
 * Plans the change that a spreadsheet of booths and people makes. Each row is a person at a booth,
 * or a booth alone. Staff who are at a booth already stay; staff of another booth move to the booth
 * of their row. New booths without point types get those of `typesOfNew`.
 */
export function planBooths(
  event: EventFile,
  spreadsheet: Spreadsheet,
  columns: Columns,
  typesOfNew: readonly string[] = [],
): BoothPlan {
  const faults: RowFault[] = []
  const everybody = [...event.vendors.flatMap(({ staff }) => staff), ...event.organisers]
  const known = new Map(everybody.map((person) => [numberKey(person.mobile), person]))
  const ids = event.vendors.map(({ vendor_id }) => vendor_id)
  /** By the event's booth, or by a new booth's name. */
  const booths = new Map<EventBooth | string, BoothRows>()

  function personIn(row: SpreadsheetRow): EventPerson | null {
    const typed = personOf(row, columns)
    if (Object.values(typed).every((value) => value === '')) return null
    if (plainNumber(cellOf(row, columns, 'mobile')) === null)
      faults.push({ row: row.row, text: importTexts.cutNumber })
    const key = numberKey(typed.mobile)
    const current = known.get(key)
    // A second row with this number becomes another person: the server reports the duplicate.
    known.delete(key)
    const given = (field: keyof TypedPerson) => typed[field] || current?.[field] || ''
    return {
      ...(current?.user_id === undefined ? {} : { user_id: current.user_id }),
      first_name: given('first_name'),
      last_name: given('last_name'),
      email: given('email'),
      mobile: current?.mobile ?? typed.mobile,
      nickname: given('nickname'),
    }
  }

  for (const cells of spreadsheet.rows) {
    const { row } = cells
    const person = personIn(cells)
    const name = cellOf(cells, columns, 'booth')
    if (name === '') {
      faults.push({ row, text: importTexts.noBooth })
      continue
    }
    const { ids: point_types, unknown } = typesIn(cellOf(cells, columns, 'point_types'), event)
    for (const one of unknown) faults.push({ row, text: importTexts.noSuchType(one) })
    const existing = event.vendors.find(
      ({ vendor_id, name: called }) => vendor_id === name || caseKey(called) === caseKey(name),
    )
    const key = existing ?? caseKey(name)
    const earlier = booths.get(key)
    const vendor = {
      vendor_id: earlier?.[0].vendor.vendor_id ?? existing?.vendor_id ?? newId(name, ids, 'stand'),
      name: existing?.name ?? name,
      location: cellOf(cells, columns, 'location'),
      description: cellOf(cells, columns, 'description'),
      point_types,
    }
    ids.push(vendor.vendor_id)
    if (earlier === undefined) booths.set(key, [{ row, vendor, person }])
    else earlier.push({ row, vendor, person })
  }

  const imported = new Set(
    [...booths.values()].flat().flatMap(({ person }) => person?.user_id ?? []),
  )
  const rows = new Map<string, number>()

  /** Merges all rows of a booth. Fields that no row fills in stay unchanged. */
  function vendorOf(of: BoothRows, at: string) {
    const [{ row, vendor }] = of
    rows.set(at, row)
    function agreed<Field extends OfBooth>(field: Field): EventBooth[Field] | undefined {
      const [first, ...later] = of.filter((one) => one.vendor[field].length > 0)
      for (const other of later) {
        if (first === undefined || String(other.vendor[field]) === String(first.vendor[field]))
          continue
        faults.push({
          row: other.row,
          text: importTexts.otherThan(importTexts.fields[field], first.row),
        })
      }
      return first?.vendor[field]
    }
    const isNew = event.vendors.every(({ vendor_id }) => vendor_id !== vendor.vendor_id)
    const [location, description] = [agreed('location'), agreed('description')]
    const point_types =
      agreed('point_types') ?? (isNew && typesOfNew.length > 0 ? [...typesOfNew] : undefined)
    const current =
      event.vendors.find(({ vendor_id }) => vendor_id === vendor.vendor_id)?.staff ?? []
    const staff = current.filter(({ user_id }) => user_id === undefined || !imported.has(user_id))
    const staying = staff.length
    for (const one of of)
      if (one.person !== null) rows.set(`${at}.staff.${staff.push(one.person) - 1}`, one.row)
    return {
      vendor_id: vendor.vendor_id,
      name: vendor.name,
      ...(location !== undefined && { location }),
      ...(description !== undefined && { description }),
      ...(point_types !== undefined && { point_types }),
      // A booth for which the spreadsheet names nobody keeps its staff.
      ...(staff.length > staying && { staff }),
    }
  }
  const vendors = [...booths.values()].map((of, index) => vendorOf(of, `vendors.${index}`))
  return { part: { vendors }, faults, rows }
}

/** Maps the server's faults in the part to rows. */
export function placeFaults(
  { rows }: BoothPlan,
  faults: readonly EventFault[],
): readonly RowFault[] {
  return faults.map(({ path, message }) => {
    const of = (depth: number) => rows.get(path.split('.').slice(0, depth).join('.'))
    return { row: of(4) ?? of(2) ?? null, text: message }
  })
}
