import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * Awards written by hand: bare `node:http`, prepared statements, the checks of `rules/award.ts`, and one durable commit for all
 * awards that arrived in one turn of the event loop. No log, no limits, no scores beside the ledger.
 */
const db = new DatabaseSync((process.env.DATABASE_URL ?? '').replace('sqlite:', ''))
db.exec('pragma journal_mode = WAL; pragma synchronous = FULL')

/** A prepared query. Its columns are those of `Row`, which no type can tell. */
function query<Parameters extends SQLInputValue[], Row>(text: string) {
  const statement = db.prepare(text)
  return {
    get: (...values: Parameters) => statement.get(...values) as Row | undefined,
    all: (...values: Parameters) => statement.all(...values) as Row[],
  }
}

interface Caller {
  readonly user_id: string
  readonly vendor_id: string | null
  readonly vendor_name: string | null
}
interface Offer {
  readonly points: number
  readonly cooldown_seconds: number
  readonly label: string
}

const findCaller = query<[string, number], Caller>(
  `select users.user_id, users.vendor_id, vendors.name as vendor_name
     from sessions join users using (user_id) left join vendors using (vendor_id) where token_hash = ? and expires_at > ?`,
)
const findAward = query<[string], { team_id: string }>('select team_id from awards where award_id = ?')
const findOffer = query<[string | null, string], Offer>(
  `select points, cooldown_seconds, label from vendor_point_types join point_types using (point_type)
    where vendor_id = ? and point_type = ?`,
)
const findTeam = query<[string], { team_name: string }>('select team_name from teams where team_id = ? and disbanded_at is null')
const readWindow = query<[], { name: string; value: string }>(
  "select name, value from settings where name in ('starts_at', 'ends_at')",
)
const findNear = query<SQLInputValue[], unknown>(
  `select 1 from awards where team_id = ? and vendor_id = ? and point_type = ? and awarded_at > ? and awarded_at < ?
      and not exists (select 1 from voids where voids.award_id = awards.award_id) limit 1`,
)
const insert = db.prepare(
  `insert into awards (award_id, kind, team_id, vendor_id, point_type, points, awarded_at, received_at, user_id)
   values (?, 'award', ?, ?, ?, ?, ?, ?, ?)`,
)

const MAX_AGE_MS = 48 * 3_600_000

function isOpen(madeAt: number): boolean {
  const set = new Map(readWindow.all().map(({ name, value }) => [name, JSON.parse(value) as number | null]))
  return madeAt >= (set.get('starts_at') ?? 0) && madeAt <= (set.get('ends_at') ?? Number.MAX_SAFE_INTEGER)
}

function award(cookie: string, fields: URLSearchParams): object {
  const text = (name: string) => fields.get(name) ?? ''
  const ko = (code: string) => ({ status: 'KO', code })
  const [id, team, type, queuedMs, now] = [
    text('award_id'),
    text('team_id'),
    text('point_type'),
    Number(text('queued_ms')),
    Date.now(),
  ]
  const token = /session_token=([^;]+)/.exec(cookie)?.[1] ?? ''
  const caller = findCaller.get(createHash('sha256').update(token).digest('hex'), now)
  if (caller === undefined) return ko('NOT_AUTHENTICATED')
  if (text('user_id') !== caller.user_id) return ko('OTHER_ACCOUNT')
  if (findAward.get(id) !== undefined) return ko('AWARD_CONFLICT')
  const [madeAt, booth] = [now - queuedMs, caller.vendor_id]
  if (queuedMs > MAX_AGE_MS) return ko('AWARD_TOO_OLD')
  if (booth === null || text('vendor_id') !== booth) return ko('FORBIDDEN')
  const offer = findOffer.get(booth, type)
  if (offer === undefined) return ko('POINT_TYPE_NOT_ALLOWED')
  const found = findTeam.get(team)
  if (found === undefined) return ko('TEAM_NOT_FOUND')
  if (!isOpen(madeAt)) return ko('EVENT_CLOSED')
  const { points, label, cooldown_seconds } = offer
  const shortest = cooldown_seconds * 1000 - Math.min(5_000, cooldown_seconds * 100)
  if (findNear.get(team, booth, type, madeAt - shortest, madeAt + shortest) !== undefined) return ko('COOLDOWN')
  insert.run(id, team, booth, type, points, madeAt, now, caller.user_id)
  const given = { award_id: id, team_id: team, ...found, vendor_id: booth, vendor_name: caller.vendor_name, point_type: type }
  const times = { awarded_at: new Date(madeAt).toISOString(), received_at: new Date(now).toISOString() }
  return {
    status: 'OK',
    award: { ...given, label, points, ...times, voided: false },
    duplicate: false,
    server_time: times.received_at,
  }
}

interface Waiting {
  readonly cookie: string
  readonly body: string
  readonly response: ServerResponse
}
let waiting: Waiting[] = []

const [begin, end] = [db.prepare('begin immediate'), db.prepare('commit')]

/** No request is answered before the commit. */
function commit(): void {
  const batch = waiting
  waiting = []
  begin.run()
  const answers = batch.map(({ cookie, body }) => JSON.stringify(award(cookie, new URLSearchParams(body))))
  end.run()
  for (const [index, { response }] of batch.entries()) {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(answers[index])
  }
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method !== 'POST') return void response.end()
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ cookie: request.headers.cookie ?? '', body: Buffer.concat(chunks).toString(), response })
  })
}

createServer(receive).listen(Number(process.env.PORT), process.env.HOST)
