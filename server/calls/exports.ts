import { importTexts } from '#texts/import'
import { tableHeadings } from '#texts/tables'
import { audit, type By } from '../audit'
import type { Handler } from '../call-context'
import { findById } from '../db/queries/accounts'
import { isTime, TABLES } from '../exports'
import type { Game } from '../game'
import { readPersonData } from '../person-data'
import { Refusal } from '../refusal'
import { isoTime, isoTimeOrNull } from '../time'

const PAGE = 2_000

/** Records an export in the audit trail, because names and numbers leave the server with it. */
function recordExport(
  { db, now }: Game,
  by: By,
  entry: { readonly about?: string; readonly person_id?: string },
) {
  return db.write({ kind: 'records' }, (writer) =>
    audit(writer, now(), by, { what: 'export', ...entry }),
  )
}

/** Returns a page of a table for a spreadsheet. */
export const table: Handler<'table'> = async ({ what, before }, { game, by }) => {
  const { columns, read } = TABLES[what]
  const { rows, more } = await read(game.db.read, before, PAGE)
  if (before === undefined) await recordExport(game, by, { about: importTexts.tables[what] })
  const cell = (key: string, value: string | number | null) =>
    isTime(key) && typeof value === 'number' ? isoTime(value) : value
  return {
    columns: columns.map((key) => ({ key, title: tableHeadings[key] })),
    rows: rows.map((row) => ({
      id: row.id,
      ...Object.fromEntries(columns.map((key) => [key, cell(key, row[key] ?? null)])),
    })),
    more,
  }
}

export const personData: Handler<'personData'> = async ({ user_id }, { game, by }) => {
  const person = await findById(game.db.read, user_id)
  if (person === undefined) throw new Refusal('USER_NOT_FOUND')
  const data = await readPersonData(game.db.read, person)
  await recordExport(game, by, { person_id: user_id })
  return { data }
}

export const shownStars: Handler<'shownStars'> = async ({ team_ids }, { readings }) => {
  const teams = []
  for (const team_id of team_ids) {
    const earned = await readings.shownEarnings(team_id)
    if (earned === null) continue
    const { booths, treasures, medals } = earned
    const lit = booths.filter(({ points }) => points > 0).map(({ vendor_id }) => vendor_id)
    teams.push({ team_id, medals, lit, treasures })
  }
  return {
    frozen_at: isoTimeOrNull((await readings.freeze())?.at ?? null),
    booths: await readings.starIds(),
    teams,
  }
}
