// Checks a started server end to end: the server gets ready, a booth signs in and gives points, and
// after a restart the award is still recorded.
//   node scripts/smoke-test.mjs LINK            prints the award's id
//   node scripts/smoke-test.mjs LINK AWARD_ID   after a restart
// LINK is the booth's sign-in link, which a server with the demo event prints at each start ("Open as
// a booth"). Plain JavaScript, because it runs next to an image without this repository's packages.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_WITHIN_MS = 60_000

const [link = '', expected] = process.argv.slice(2)
const { origin, pathname } = new URL(link)
const [, , id, mtp] = pathname.split('/')

async function untilReady() {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}/ready`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(500)
  }
  throw new Error(`${origin}/ready did not answer 200 within ${READY_WITHIN_MS / 1000} s`)
}

let cookie = ''

async function call(query, body = {}) {
  const url = `${origin}/api?fingerprint=${randomUUID()}&${query}`
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(body),
    headers: { cookie },
  })
  const [session] = (answer.headers.get('set-cookie') ?? '').match(/session_token=[^;]+/) ?? []
  cookie = session ?? cookie
  const json = await answer.json()
  if (json.status !== 'OK') throw new Error(`${query}: ${answer.status} ${JSON.stringify(json)}`)
  return json
}

await untilReady()
const { user } = await call('action=login', { id, mtp })
if (expected === undefined) {
  const { vendors } = await call('action=vendor&option=list')
  const own = vendors.find(({ vendor_id }) => vendor_id === user.vendor_id)
  const { teams } = await call('action=team&option=list')
  // Choose the last team, which has no points and so no cooldown.
  const { team_id } = teams.at(-1)
  const { award } = await call('action=vendor&option=award_points', {
    team_id,
    point_type: own.point_types[0].point_type,
  })
  process.stdout.write(`${award.award_id}\n`)
} else {
  const { awards } = await call('action=vendor&option=list_awards')
  if (!awards.some(({ award_id }) => award_id === expected))
    throw new Error(`${expected} is not recorded any more`)
}
