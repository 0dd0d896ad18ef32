/**
 * `Promise.all` for the statements of one change, which leaves none running when one fails. A statement that still waited
 * for SQLite's connection would run after its change was rolled back, inside the next one.
 */
export async function together<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements)
  return await Promise.all(statements)
}
