import Sqlite from 'better-sqlite3'

/** Has SQLite keep each compiled statement: schedules send the same few a million times, and compiling is a sixth of their time. */
export function keepStatements(): void {
  const kept = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>()
  const { prepare } = Sqlite.prototype
  function prepareOnce(this: Sqlite.Database, source: string): Sqlite.Statement {
    const own = kept.get(this) ?? new Map<string, Sqlite.Statement>()
    kept.set(this, own)
    const statement = own.get(source) ?? prepare.call(this, source)
    own.set(source, statement)
    return statement
  }
  // Its type tells parameters apart, which are not known here.
  Sqlite.prototype.prepare = prepareOnce as typeof prepare
}
