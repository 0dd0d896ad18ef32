import type { Kysely } from 'kysely'

/**
 * Which SMS were sent and what became of them, for the budgets and the organiser; it does not say to whom. And keys that servers
 * make once and share.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('sms_messages')
    .addColumn('message_id', 'text', (c) => c.primaryKey())
    .addColumn('payer', 'text', (c) => c.notNull())
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('settled_at', 'bigint')
    .execute()
  // All that the budgets count, before every SMS.
  await schema
    .createIndex('sms_messages_by_state')
    .on('sms_messages')
    .columns(['state', 'payer', 'begun_at', 'settled_at'])
    .execute()

  await schema
    .createTable('server_keys')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
