import type { Reader, Writer } from '../database'

export interface DeviceNote {
  readonly tokenHash: string
  readonly userId: string
  /** ms since the epoch. */
  readonly seenAt: number
  /** null if the device has not said. */
  readonly waiting: number | null
}

/** Keeps what was last heard of a device; one whose session has ended meanwhile is left out. */
export async function keepDeviceNote(db: Writer, { tokenHash, userId, seenAt, waiting }: DeviceNote): Promise<void> {
  const session = await db.selectFrom('sessions').where('token_hash', '=', tokenHash).select('token_hash').executeTakeFirst()
  if (session === undefined) return
  await db
    .insertInto('booth_devices')
    .values({ token_hash: tokenHash, user_id: userId, seen_at: seenAt, waiting })
    .onConflict((conflict) =>
      conflict.column('token_hash').doUpdateSet((eb) => ({
        seen_at: seenAt,
        waiting: waiting === null ? eb.ref('booth_devices.waiting') : waiting,
      })),
    )
    .execute()
}

/** For each account: when any of its devices was last heard of, and what waits on them together. */
export function selectDeviceTotals(db: Reader) {
  return db
    .selectFrom('booth_devices')
    .groupBy('user_id')
    .select((eb) => ['user_id', eb.fn.max('seen_at').as('seen_at'), eb.fn.sum<number | null>('waiting').as('waiting')])
}

/** What waits on all booths' devices, as far as they have said. */
export async function sumWaiting(db: Reader): Promise<number> {
  const { waiting } = await db
    .selectFrom('booth_devices')
    .select((eb) => eb.fn.sum<number | null>('waiting').as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting ?? 0
}
