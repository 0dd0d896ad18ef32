import { type Kysely, sql } from 'kysely'

/** Rule 18. */
const EARLIEST = sql.lit(Date.UTC(2020, 0, 1))
const LATEST = sql.lit(Date.UTC(2101, 0, 1) - 1)

/** Tags that prove each touch, the touches that were used, and what the organiser has looked at of what looks odd. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('tags').addColumn('proof', 'text').execute()
  await schema.alterTable('tags').addColumn('uid', 'text').execute()
  await schema.createIndex('tags_by_uid').on('tags').column('uid').unique().execute()

  await schema
    .createTable('tag_touches')
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('counter', 'integer', (c) => c.notNull())
    .addColumn('nfc_id', 'text', (c) => c.notNull().references('tags.nfc_id'))
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tag_touches_pk', ['uid', 'counter'])
    .addCheckConstraint(
      'tag_touches_times',
      sql`made_at between ${EARLIEST} and ${LATEST} and received_at between ${EARLIEST} and ${LATEST}`,
    )
    .execute()

  await schema
    .createTable('dismissed_odd')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('dismissed_odd_pk', ['kind', 'subject'])
    .execute()
}
