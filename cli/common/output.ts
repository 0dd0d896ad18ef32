/** The output of a command: its result, and notes for the organiser beside it. */
export interface Output {
  readonly result: (text: string) => void
  readonly note: (text: string) => void
  /** Answers its questions; by default a line of the standard input does. Replaced by tests. */
  readonly answer?: () => Promise<string | null>
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The lines of a table for the terminal: names to the left, numbers to the right. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  '))
}

/** Prints a command's result for people or, with `--json`, as one line for scripts. */
export function printResult(output: Output, json: boolean, value: unknown, text: string): void {
  output.result(json ? `${JSON.stringify(value)}\n` : text)
}
