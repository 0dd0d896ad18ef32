/** Rows per statement: both engines limit the number of parameters. */
const BATCH = 500

/** Inserts many rows, a few hundred with each statement. */
export async function inBatches<T>(rows: readonly T[], insert: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(rows.slice(from, from + BATCH))
}
