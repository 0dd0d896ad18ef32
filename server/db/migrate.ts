import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Failure } from '../failure'
import type { Database } from './database'
import { up as createEvent } from './migrations/0001-event'
import { up as protectLedger } from './migrations/0002-append-only-ledger'
import { up as keepScores } from './migrations/0003-team-scores'
import { up as indexAwardsByTime } from './migrations/0004-awards-by-time'
import { up as foldLookAlikes } from './migrations/0005-look-alike-names'
import { up as askInBrowsers } from './migrations/0006-sign-in-requests'
import { up as keepSmsAndKeys } from './migrations/0007-sms-and-keys'
import { up as keepPushSubscriptions } from './migrations/0008-push-subscriptions'
import { up as addOrganisers } from './migrations/0009-organisers'
import { up as noteToldMessages } from './migrations/0010-told-messages'
import { up as addSearchKeys } from './migrations/0011-search-keys'
import { up as keepRefusalsByContent } from './migrations/0012-refusals-by-content'
import { up as boundTimesAndRefusals } from './migrations/0013-times-and-refusals'
import { up as tellNamesApart } from './migrations/0014-names-taken-for-others'
import { up as logChanges } from './migrations/0015-change-log'
import { up as keepLateEntries } from './migrations/0016-late-entries'
import { up as addEmblems } from './migrations/0017-team-emblem'
import { up as takeVouchers } from './migrations/0018-vouchers'
import { up as addTagProofs } from './migrations/0019-tag-proofs'
import { up as tellPausesByIndex } from './migrations/0020-pauses-by-index'
import type { Tables } from './tables'

/** In order of their names. A released migration is never changed. */
function migrations(engine: Database['engine']): Record<string, Migration> {
  return {
    '0001-event': { up: createEvent },
    '0002-append-only-ledger': { up: (db) => protectLedger(db, engine) },
    '0003-team-scores': { up: keepScores },
    '0004-awards-by-time': { up: indexAwardsByTime },
    '0005-look-alike-names': { up: foldLookAlikes },
    '0006-sign-in-requests': { up: (db) => askInBrowsers(db, engine) },
    '0007-sms-and-keys': { up: keepSmsAndKeys },
    '0008-push-subscriptions': { up: keepPushSubscriptions },
    '0009-organisers': { up: (db) => addOrganisers(db, engine) },
    '0010-told-messages': { up: noteToldMessages },
    '0011-search-keys': { up: addSearchKeys },
    '0012-refusals-by-content': { up: (db) => keepRefusalsByContent(db, engine) },
    '0013-times-and-refusals': { up: (db) => boundTimesAndRefusals(db, engine) },
    '0014-names-taken-for-others': { up: tellNamesApart },
    '0015-change-log': { up: (db) => logChanges(db, engine) },
    '0016-late-entries': { up: keepLateEntries },
    '0017-team-emblem': { up: addEmblems },
    '0018-vouchers': { up: takeVouchers },
    '0019-tag-proofs': { up: addTagProofs },
    '0020-pauses-by-index': { up: tellPausesByIndex },
  }
}

/** Migrates to the latest version, or up to an earlier one. Servers that start at the same time wait for each other. */
export async function migrate(db: Kysely<Tables>, engine: Database['engine'], upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  // Kysely's words for a migration that this version does not have.
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new Failure('A newer version has changed this database: start that one, or restore a backup from before the upgrade.')
  }
  if (error !== undefined) throw error
}

/** The names of all migrations of this version, oldest first. */
export function knownMigrations(): string[] {
  return Object.keys(migrations('sqlite'))
}
