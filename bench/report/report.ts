import { writeReadme } from './readme'
import type { Row } from './row'

function print(rows: readonly Row[]): void {
  const columns = rows.map(({ what, measured, floor, ratio, goal, verdict, note = '' }) => {
    return [what, measured, floor, ratio, goal, note === '' ? verdict : `${verdict}: ${note}`]
  })
  const table = [['what', 'measured', 'floor', 'ratio', 'goal', ''], ...columns]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? []
  for (const cells of table) {
    process.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

/** Prints the rows of a bench and writes them into its section of the README. */
export function report(section: string, rows: readonly Row[], { keep = true } = {}): void {
  process.stdout.write('\n')
  print(rows)
  if (keep) writeReadme(section, rows)
}
