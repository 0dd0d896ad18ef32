/** The output of a command: its result, and notes for the organiser beside it. */
export interface Output {
  readonly result: (text: string) => void
  readonly note: (text: string) => void
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Prints a command's result for people or, with `--json`, as one line for scripts. */
export function printResult(output: Output, json: boolean, value: unknown, text: string): void {
  output.result(json ? `${JSON.stringify(value)}\n` : text)
}
