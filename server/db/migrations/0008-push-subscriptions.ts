import type { Kysely } from 'kysely'

/** Devices that want notifications. A subscription goes with the session of its device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('push_subscriptions')
    .addColumn('endpoint', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().references('sessions.token_hash').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('push_subscriptions_by_user').on('push_subscriptions').column('user_id').execute()
  await schema.createIndex('push_subscriptions_by_session').on('push_subscriptions').column('token_hash').execute()
}
