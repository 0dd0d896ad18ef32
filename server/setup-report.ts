import { existsSync } from 'node:fs'
import type { Database } from './db/database'
import { type DatabaseLocation, locationText } from './db/database-url'
import { readLastBackupAt } from './db/queries/audit'
import { readProvingTags } from './db/queries/tags'
import {
  type Env,
  isPublic,
  readDatabaseLocation,
  readEnv,
  readSome,
  SETTINGS,
  type Variables,
} from './env'
import { hasEvent } from './event-file/current-event'
import { firstOrganiserUrl } from './event-file/first-organiser'
import { failureText } from './failure'
import { sharedKeysWarning } from './tag-proof/tag-keys'
import { localTime } from './time'

/**
 * A finding for the operator before the event: a setting, something missing, or something that will
 * go wrong.
 */
export interface SetupFinding {
  readonly kind: 'set' | 'missing' | 'problem'
  readonly text: string
}

type EnvName = keyof Env

const set = (text: string): SetupFinding => ({ kind: 'set', text })
const missing = (text: string): SetupFinding => ({ kind: 'missing', text })
const problem = (text: string): SetupFinding => ({ kind: 'problem', text })

/** Settings that each event must choose itself, and the effect of leaving them out. */
const NEEDED: Partial<Record<EnvName, string>> = {
  publicUrl: 'links, QR codes and tags work on this machine alone',
  sms: 'SMS appear in this terminal and reach nobody',
  companyName: 'the terms do not name the publisher of the app',
  privacyContact: 'the terms name no contact for questions about personal data',
}
/** Settings whose values are not printed, because they contain passwords and keys. */
const SECRET: ReadonlySet<EnvName> = new Set(['sms', 'metricsToken'])

function valueText(name: EnvName, text: string, variables: Variables): string {
  if (SECRET.has(name)) return 'set, not shown'
  return name === 'database' ? locationText(readDatabaseLocation(variables)) : text
}

function findingsOf(name: EnvName, variables: Variables): SetupFinding[] {
  const { variable } = SETTINGS[name]
  const text = variables[variable]?.trim() ?? ''
  const consequence = NEEDED[name]
  if (text === '') return consequence === undefined ? [] : [missing(`${variable}: ${consequence}`)]
  try {
    readSome(variables, [name])
    return [set(`${variable}: ${valueText(name, text, variables)}`)]
  } catch (reason) {
    return [problem(failureText(reason) ?? String(reason))]
  }
}

/** Reads the findings in the settings, with all problems at once. Does not open the database. */
export function readSettingFindings(variables: Variables): SetupFinding[] {
  const findings = (Object.keys(SETTINGS) as EnvName[]).flatMap((name) =>
    findingsOf(name, variables),
  )
  if (findings.some(({ kind }) => kind === 'problem')) return findings
  try {
    const { publicUrl, sms, database } = readEnv(variables)
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname)
    if (publicUrl.protocol === 'http:' && !isLocal)
      findings.push(
        problem(
          'PUBLIC_URL is not https: phones cannot install the app, read tags or open the camera',
        ),
      )
    if (isPublic(publicUrl) && sms.kind === 'file')
      findings.push(problem('SMS_URL is a file: nobody receives an SMS'))
    if (database.engine === 'sqlite' && !existsSync(database.file))
      findings.push(missing(`The database ${locationText(database)}: the start creates it`))
  } catch (reason) {
    // Valid settings may still contradict each other.
    findings.push(problem(failureText(reason) ?? String(reason)))
  }
  return findings
}

/** The finding for a database whose tables the next start will create or migrate. */
export const missingTables = (database: DatabaseLocation) =>
  missing(
    `The tables of this version in ${locationText(database)}: the start creates them, or migrates those of an older version`,
  )

const DAY_MS = 24 * 3_600_000

/** Reads the findings in the database. */
export async function readDatabaseFindings(
  db: Database,
  env: Env,
  now: number,
): Promise<SetupFinding[]> {
  const findings: SetupFinding[] = []
  if (!(await hasEvent(db.read)))
    findings.push(missing('An event: prepare it in Priprema, or apply an event file'))
  const first = await firstOrganiserUrl(db, env.publicUrl)
  if (first !== null) findings.push(missing(`An organiser: the first one signs up at ${first}`))
  const backupAt = await readLastBackupAt(db.read)
  if (backupAt === null) findings.push(missing('A backup: none was made yet'))
  else if (now - backupAt > DAY_MS)
    findings.push(problem(`The last backup is from ${localTime(backupAt)}`))
  return [...findings, ...(await readTagFindings(db, env)).map(problem)]
}

/** Finds tags with proof that cannot be collected or could be mistaken for one another. */
export async function readTagFindings(
  db: Database,
  { tagKeys }: Pick<Env, 'tagKeys'>,
): Promise<string[]> {
  const proving = await readProvingTags(db.read)
  const locked = proving.flatMap(({ nfc_id }) => (tagKeys(nfc_id) === null ? [nfc_id] : []))
  const shared = sharedKeysWarning(proving, tagKeys)
  return [
    ...(locked.length > 0
      ? [`TAG_KEYS has no keys for ${locked.join(', ')}; nobody can collect these tags`]
      : []),
    ...(shared === null ? [] : [shared]),
  ]
}

const HEADINGS = { set: 'Set', missing: 'Missing', problem: 'Problem' } as const

/** Formats the findings as one list for the terminal. */
export function setupText(findings: readonly SetupFinding[]): string {
  return (['set', 'missing', 'problem'] as const)
    .flatMap((kind) =>
      findings
        .filter((finding) => finding.kind === kind)
        .map(({ text }, index) => `  ${(index === 0 ? HEADINGS[kind] : '').padEnd(11)}${text}\n`),
    )
    .join('')
}
