import type { EventSum } from '#server/backup-file'

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `392 entries of the ledger (3 voided), 9800 points, 48 teams, 200 people` */
export function sumText({ entries, voided, points, teams, people }: EventSum): string {
  const played = `${plural(entries, 'entry', 'entries')} of the ledger (${voided} voided), ${plural(points, 'point')}`
  return `${played}, ${plural(teams, 'team')}, ${plural(people, 'person', 'people')}`
}

/** Formats a table for the terminal: the first column left-aligned, the others right-aligned. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  '))
}
