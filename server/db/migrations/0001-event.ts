import type { Kysely } from 'kysely'

/** The whole event: accounts, booths, teams, tags and the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  await schema
    .createTable('vendors')
    .addColumn('vendor_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('point_types')
    .addColumn('point_type', 'text', (c) => c.primaryKey())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('cooldown_seconds', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('vendor_point_types')
    .addColumn('vendor_id', 'text', (c) => c.notNull().references('vendors.vendor_id'))
    .addColumn('point_type', 'text', (c) => c.notNull().references('point_types.point_type'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('vendor_point_types_pk', ['vendor_id', 'point_type'])
    .execute()

  await schema
    .createTable('users')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('mobile', 'text', (c) => c.notNull().unique())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('nickname_key', 'text', (c) => c.notNull().unique())
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('imported', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('first_signed_in_at', 'bigint')
    .addColumn('terms_version', 'text')
    .addColumn('terms_accepted_at', 'bigint')
    .execute()

  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('renewed_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()

  await schema
    .createTable('sign_in_challenges')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('code_expires_at', 'bigint', (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('link_hash', 'text', (c) => c.notNull())
    .addColumn('link_expires_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('organiser_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('organiser_links_by_user').on('organiser_links').column('user_id').execute()

  await schema
    .createTable('sms_sends')
    .addColumn('recipient_hash', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('sms_sends_by_recipient').on('sms_sends').columns(['recipient_hash', 'sent_at']).execute()
  await schema.createIndex('sms_sends_by_time').on('sms_sends').column('sent_at').execute()

  await schema
    .createTable('teams')
    .addColumn('team_id', 'text', (c) => c.primaryKey())
    .addColumn('team_name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.unique())
    .addColumn('captain_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('disbanded_at', 'bigint')
    .execute()

  await schema
    .createTable('memberships')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('memberships_by_team').on('memberships').column('team_id').execute()

  await schema
    .createTable('invites')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id'))
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('invites_by_team').on('invites').column('team_id').execute()

  await schema
    .createTable('tags')
    .addColumn('nfc_id', 'text', (c) => c.primaryKey())
    .addColumn('nfc_type', 'text', (c) => c.notNull())
    .addColumn('team_id', 'text', (c) => c.unique().references('teams.team_id'))
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('point_type', 'text', (c) => c.references('point_types.point_type'))
    .addColumn('written_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('awards')
    .addColumn('award_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.team_id'))
    .addColumn('vendor_id', 'text', (c) => c.references('vendors.vendor_id'))
    .addColumn('point_type', 'text', (c) => c.notNull().references('point_types.point_type'))
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('awarded_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('nfc_id', 'text', (c) => c.references('tags.nfc_id'))
    .addColumn('reason', 'text')
    .addUniqueConstraint('awards_bonus_once', ['team_id', 'nfc_id'])
    .execute()
  await schema.createIndex('awards_by_team').on('awards').columns(['team_id', 'vendor_id', 'point_type', 'awarded_at']).execute()
  await schema.createIndex('awards_by_vendor').on('awards').columns(['vendor_id', 'awarded_at']).execute()

  await schema
    .createTable('voids')
    .addColumn('award_id', 'text', (c) => c.primaryKey().references('awards.award_id'))
    .addColumn('voided_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .execute()

  await schema
    .createTable('refusals')
    .addColumn('refusal_id', 'text', (c) => c.primaryKey())
    .addColumn('award_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('vendor_id', 'text')
    .addColumn('team_id', 'text', (c) => c.notNull())
    .addColumn('point_type', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('refused_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('refusals_once', ['award_id', 'user_id', 'code'])
    .execute()
}
