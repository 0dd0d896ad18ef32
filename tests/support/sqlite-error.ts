/** An error as node:sqlite throws it, with one of SQLite's result codes (https://sqlite.org/rescode.html). */
export function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}
