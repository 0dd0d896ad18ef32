import type { Kysely } from 'kysely'

/**
 * The keys by which booths' devices sign their vouchers, and who was staff of which booth until when. A person without an entry
 * for their booth has always been its staff, so nothing is filled in for those who are staff now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('signing_devices')
    .addColumn('device_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('registered_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await schema.createIndex('signing_devices_by_user').on('signing_devices').column('user_id').execute()
  await schema
    .createTable('staff_history')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('vendor_id', 'text', (c) => c.notNull().references('vendors.vendor_id'))
    .addColumn('from_at', 'bigint')
    .addColumn('until_at', 'bigint')
    .execute()
  await schema.createIndex('staff_history_by_user').on('staff_history').columns(['user_id', 'vendor_id']).execute()
}
