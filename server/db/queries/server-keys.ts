import type { Database } from '../database'

/** Returns a key that all servers of the database share. The first server that needs it makes it. */
export async function sharedKey(db: Database, name: string, make: () => string): Promise<string> {
  const find = async () => await db.read.selectFrom('server_keys').where('name', '=', name).select('value').executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.value
  const value = make()
  await db.write({ on: 'records' }, (tx) =>
    tx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  return (await find())?.value ?? value
}
