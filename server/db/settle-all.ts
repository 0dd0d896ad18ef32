/**
 * `Promise.all` for the statements of one transaction that never leaves one running after another failed: a statement still
 * waiting for SQLite's connection would run after the rollback, inside the next transaction.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements)
  return await Promise.all(statements)
}
