import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * A server for `awardPoints` alone, written by hand to be as fast as Node and SQLite allow: bare
 * `node:http`, the checks of `rules/award.ts`, prepared statements, one durable commit for all awards
 * that arrived in one turn of the event loop, and accounts, offers, teams and the event's window in
 * memory. It is a floor because it does less: it does not notice changes of what it has in memory,
 * notifies nobody, neither logs nor limits calls, and stores no refusals and no scores.
 */
const db = new DatabaseSync((process.env.DATABASE_URL ?? '').replace('sqlite:', ''))
db.exec('pragma journal_mode = WAL; pragma synchronous = FULL')

/** Returns all rows of a query. TypeScript cannot check that they have the columns of `Row`. */
const rowsOf = <Row>(text: string) => db.prepare(text).all() as unknown as readonly Row[]

interface Caller {
  readonly token_hash: string
  readonly expires_at: number
  readonly user_id: string
  readonly vendor_id: string | null
  readonly vendor_name: string | null
}
interface Offer {
  readonly vendor_id: string
  readonly point_type: string
  readonly points: number
  readonly label: string
  readonly cooldown_seconds: number
}

const callers = new Map(
  rowsOf<Caller>(
    `select token_hash, expires_at, user_id, users.vendor_id, vendors.name as vendor_name
       from sessions join users using (user_id) left join vendors using (vendor_id)`,
  ).map((caller) => [caller.token_hash, caller]),
)
const offers = new Map(
  rowsOf<Offer>(
    'select vendor_id, point_type, points, cooldown_seconds, label from vendor_point_types join point_types using (point_type)',
  ).map((offer) => [`${offer.vendor_id} ${offer.point_type}`, offer]),
)
const teams = new Map(
  rowsOf<{ team_id: string; team_name: string }>(
    'select team_id, team_name from teams where disbanded_at is null',
  ).map((team) => [team.team_id, JSON.stringify(team.team_name)]),
)
const settings = new Map(
  rowsOf<{ name: string; value: string }>('select name, value from settings').map(
    ({ name, value }) => [name, JSON.parse(value)],
  ),
)
const [opensAt, closesAt] = [
  settings.get('starts_at') ?? 0,
  settings.get('ends_at') ?? Number.MAX_SAFE_INTEGER,
]

const findAward = db.prepare('select 1 from awards where award_id = ?')
const findNear = db.prepare(
  `select 1 from awards where team_id = ? and vendor_id = ? and point_type = ? and awarded_at > ? and awarded_at < ?
      and not exists (select 1 from voids where voids.award_id = awards.award_id) limit 1`,
)
const insert = db.prepare(
  `insert into awards (award_id, kind, team_id, vendor_id, point_type, points, awarded_at, received_at, user_id)
   values (?, 'award', ?, ?, ?, ?, ?, ?, ?)`,
)
const finds = (statement: typeof findAward, ...values: SQLInputValue[]) =>
  statement.get(...values) !== undefined

const MAX_AGE_MS = 48 * 3_600_000
const byToken = new Map<string, Caller | undefined>()

function callerOf(cookie: string): Caller | undefined {
  const from = cookie.indexOf('session_token=') + 'session_token='.length
  const end = cookie.indexOf(';', from)
  const token = cookie.slice(from, end === -1 ? undefined : end)
  if (!byToken.has(token)) byToken.set(token, callers.get(hash('sha256', token)))
  return byToken.get(token)
}

function fieldsOf(body: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const part of body.split('&')) {
    const at = part.indexOf('=')
    const value = part.slice(at + 1)
    fields.set(part.slice(0, at), value.includes('%') ? decodeURIComponent(value) : value)
  }
  return fields
}

const ko = (code: string) => `{"status":"KO","code":"${code}"}`

function award({ cookie, body }: Waiting, now: number): string {
  const fields = fieldsOf(body)
  const text = (name: string) => fields.get(name) ?? ''
  const caller = callerOf(cookie)
  if (caller === undefined || caller.expires_at <= now) return ko('NOT_AUTHENTICATED')
  if (text('user_id') !== caller.user_id) return ko('OTHER_ACCOUNT')
  const [id, team, type] = [text('award_id'), text('team_id'), text('point_type')]
  if (finds(findAward, id)) return ko('AWARD_CONFLICT')
  const queuedMs = Number(text('queued_ms'))
  if (queuedMs > MAX_AGE_MS) return ko('AWARD_TOO_OLD')
  const booth = caller.vendor_id
  if (booth === null || text('vendor_id') !== booth) return ko('FORBIDDEN')
  const offer = offers.get(`${booth} ${type}`)
  if (offer === undefined) return ko('POINT_TYPE_NOT_ALLOWED')
  const teamName = teams.get(team)
  if (teamName === undefined) return ko('TEAM_NOT_FOUND')
  const madeAt = now - queuedMs
  if (madeAt < opensAt || madeAt > closesAt) return ko('EVENT_CLOSED')
  const { points, label, cooldown_seconds } = offer
  const shortest = cooldown_seconds * 1000 - Math.min(5_000, cooldown_seconds * 100)
  if (finds(findNear, team, booth, type, madeAt - shortest, madeAt + shortest))
    return ko('COOLDOWN')
  insert.run(id, team, booth, type, points, madeAt, now, caller.user_id)
  const times = `"awarded_at":"${new Date(madeAt).toISOString()}","received_at":"${new Date(now).toISOString()}"`
  const place = `"vendor_id":"${booth}","vendor_name":${JSON.stringify(caller.vendor_name)}`
  const worth = `"point_type":"${type}","label":${JSON.stringify(label)},"points":${points}`
  return `{"status":"OK","award":{"award_id":"${id}","team_id":"${team}","team_name":${teamName},${place},${worth},${times},"voided":false},"duplicate":false}`
}

interface Waiting {
  readonly cookie: string
  readonly body: string
  readonly response: ServerResponse
}
let waiting: Waiting[] = []

const [begin, end] = [db.prepare('begin immediate'), db.prepare('commit')]

/** Commits the waiting awards, and only then answers their requests. */
function commit(): void {
  const batch = waiting
  waiting = []
  const now = Date.now()
  begin.run()
  const answers = batch.map((one) => award(one, now))
  end.run()
  for (const [index, { response }] of batch.entries()) {
    const answer = answers[index] ?? ''
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  }
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'POST') return void response.end()
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ cookie: request.headers.cookie ?? '', body, response })
  })
}

createServer(receive).listen(Number(process.env.PORT), process.env.HOST)
