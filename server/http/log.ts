import { createHmac, randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import type { CallName } from '#contract/calls'
import type { Code } from '#contract/codes'
import { isDatabaseError, sqliteCode } from '../db/errors'
import type { Outlet } from '../outlet'

/** Describes an error without data: a database's message may quote a number or an address. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    code: sqliteCode(error) ?? ('code' in error ? error.code : null),
    message: isDatabaseError(error) ? '' : error.message,
    stack: frames.slice(0, 8).join('\n'),
  }
}

/** A logger that never writes addresses, numbers, names, codes or tokens. */
export function createLog(output: Outlet | 'silent'): Logger {
  if (output === 'silent') return pino({ level: output })
  return pino(
    { base: null, serializers: { err: describeError } },
    { write: (line) => output.gather(line) },
  )
}

const PSEUDONYM_LENGTH = 12
/** Cache size, above an event's number of accounts. */
const CACHED_MAX = 20_000

/**
 * Creates pseudonyms of accounts for the log: one account's lines can be found, but only who has
 * the key can tell whose they are.
 */
export function createPseudonyms(
  key: string = randomBytes(32).toString('base64url'),
): (userId: string) => string {
  const cached = new Map<string, string>()
  return (userId) => {
    let pseudonym = cached.get(userId)
    if (pseudonym === undefined) {
      if (cached.size >= CACHED_MAX) cached.clear()
      pseudonym = createHmac('sha256', key)
        .update(userId)
        .digest('base64url')
        .slice(0, PSEUDONYM_LENGTH)
      cached.set(userId, pseudonym)
    }
    return pseudonym
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads a query's fingerprint; null if there is none. */
export function readFingerprint({ fingerprint }: Readonly<Record<string, unknown>>): string | null {
  return typeof fingerprint === 'string' && UUID.test(fingerprint) ? fingerprint : null
}

export interface LoggedCall {
  /** The fingerprint that the caller chose. */
  readonly fingerprint: string | null
  /** The account's pseudonym; null without a session. */
  readonly who: string | null
  /** `live`: a stream was opened, or refused. */
  readonly call: CallName | 'live' | null
  readonly code: Code | 'OK'
  readonly status: number
  readonly ms: number
}

/**
 * Lines that a flood would write are only counted for this long (ms), and then written as one line.
 */
const GATHER_MS = 60_000

/**
 * Logs one line per call of the API. Rate-limited calls and senders that disconnect are only
 * counted, in one line a minute each: anybody can cause any number of them, and a full disk stops
 * the event.
 */
export function createCallLog(log: Logger) {
  const gathered = new Map<'TOO_MANY_REQUESTS' | 'hung up', number>()
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    for (const [what, times] of gathered) log.info({ gathered: what, times })
    gathered.clear()
  }

  function gather(what: 'TOO_MANY_REQUESTS' | 'hung up'): void {
    gathered.set(what, (gathered.get(what) ?? 0) + 1)
    timer ??= setTimeout(flush, GATHER_MS).unref()
  }

  return {
    call: (line: LoggedCall) =>
      line.code === 'TOO_MANY_REQUESTS' ? gather(line.code) : log.info(line),
    /** Logs a sender that disconnected before the whole call arrived. */
    disconnected: () => gather('hung up'),
    /** Writes the counts so far. */
    flush,
  }
}

export function logFailure(log: Logger, error: unknown): void {
  log.error({ err: error }, 'a call failed')
}

/** Logs that the provider fails so often that sending pauses, or works again. */
export function logSmsCircuit(log: Logger, failing: boolean): void {
  if (failing)
    log.error(
      { sms: 'failing' },
      'the SMS provider keeps failing, so people who sign in get no SMS for now',
    )
  else log.info({ sms: 'working' }, 'the SMS provider takes SMS again')
}
