import type { Page, Request } from '@playwright/test'
import { parseDatabaseUrl } from '#server/db/database-url'
import { countRows } from '#server/db/statement'
import { callAs } from '../tests/e2e/support/call-as'
import { createPeople } from '../tests/e2e/support/people'
import { connect } from '../tests/support/connect'
import { fillOutbox } from './full-outbox'
import { openBrowser, startGame } from './phone'
import { median, type Row, report, withSpread } from './report/row'

/** The backlog of a booth that was offline for hours. */
const AWARDS = 500
const ROUNDS = 5
const TEAMS = 40
const ROUND_TRIP_MS = 50
const BUDGET_MS = 1_000
const MAX_READINGS = 2
/** The number of connections that a browser opens to one server over HTTP/1.1. */
const CONNECTIONS = 6

const LOOK_MS = 10
/** Give up if the ledger still lacks awards after this time (ms): then an award was refused. */
const DEADLINE_MS = 60_000
/** How long to wait for readings that the news of the last award causes (ms). */
const SETTLED_MS = 3_000

interface Drained {
  /** The time until the ledger holds all awards, and until the screen says that nothing waits (ms). */
  readonly recordedMs: number
  readonly shownMs: number
  /** How often the page read the booth's list during the drain and because of it. */
  readonly listed: number
}

/**
 * Times how a page sends its backlog. Watches the ledger, because watching would slow the page
 * down.
 */
async function timeDrain(page: Page, databaseUrl: string): Promise<Drained> {
  const db = connect(parseDatabaseUrl(databaseUrl))
  let listed = 0
  function count(request: Request): void {
    if (/\boption=list_awards\b/.test(request.url())) listed += 1
  }
  page.on('request', count)
  const rowsOf = () => countRows(db.selectFrom('awards').where('point_type', '=', 'sudjelovanje'))
  const before = await rowsOf()
  const started = performance.now()
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  for (let rows = before; rows < before + AWARDS; rows = await rowsOf()) {
    if (performance.now() - started > DEADLINE_MS)
      throw new Error(`only ${rows - before} of ${AWARDS} awards were recorded`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const recordedMs = performance.now() - started
  await page.getByText('Sve je upisano.').first().waitFor()
  const shownMs = performance.now() - started
  await page.waitForTimeout(SETTLED_MS)
  page.off('request', count)
  await db.destroy()
  return { recordedMs, shownMs, listed }
}

/** Measures the floor: the same number of empty calls, one after the other on each of the browser's connections (ms). */
async function timeFloor(page: Page): Promise<number> {
  return await page.evaluate(
    async ([calls, connections]) => {
      const started = performance.now()
      let left = calls
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (left-- > 0) {
            const query = new URLSearchParams({ fingerprint: crypto.randomUUID(), action: 'login' })
            await (await fetch(`/api?${query}`, { method: 'POST' })).json()
          }
        }),
      )
      return performance.now() - started
    },
    [AWARDS, CONNECTIONS] as const,
  )
}

/** Measures how long a phone takes to send its backlog, in a real browser. */
async function measureDrain(): Promise<Row[]> {
  const game = await startGame('drain')
  const browser = await openBrowser()
  try {
    const people = createPeople(game)
    const teams: string[] = []
    for (let team = 1; team <= TEAMS; team++)
      teams.push((await people.captain(`Tim ${team}`)).team_id)
    const phone = await browser.newContext({ baseURL: game.url })
    const page = await phone.newPage()
    const session = await phone.newCDPSession(page)
    const speed = { downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      ...speed,
    })
    await people.openBoard(page, 'iva')
    const { user } = await callAs(page, 'currentUser', {})
    const floor: number[] = []
    const drained: Drained[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await fillOutbox(page, AWARDS, teams, user.id)
      // Block the awards until the page is loaded and shows the backlog.
      await phone.route(/\/api\?.*\baward_(points|many)\b/, (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { name: `${AWARDS} dodjela čeka slanje` }).waitFor()
      floor.push(await timeFloor(page))
      await phone.unrouteAll()
      drained.push(await timeDrain(page, game.databaseUrl))
    }
    const recorded = drained.map(({ recordedMs }) => recordedMs)
    const shown = drained.map(({ shownMs }) => shownMs)
    const listed = Math.max(...drained.map((one) => one.listed))
    const { awards } = await callAs(page, 'listAwards', {})
    // The booth's list holds at most 200 awards.
    if (awards.length !== Math.min(AWARDS, 200))
      throw new Error(`the booth's list holds ${awards.length} awards`)
    return [
      {
        what: `${AWARDS} waiting awards of ${TEAMS} teams at ${ROUND_TRIP_MS} ms round trip`,
        measured: `${withSpread(recorded, ' ms')} until all are recorded, ${withSpread(shown, ' ms')} until the screen says so`,
        floor: `${AWARDS} calls without an award: ${withSpread(floor, ' ms')}`,
        ratio: (median(recorded) / median(floor)).toFixed(2),
        goal: `at most ${BUDGET_MS.toLocaleString('en')} ms`,
        verdict: median(recorded) <= BUDGET_MS ? 'met' : 'missed',
      },
      {
        what: `readings of the booth’s list while ${AWARDS} awards are sent, and because of it`,
        measured: String(listed),
        goal: `at most ${MAX_READINGS}`,
        verdict: listed <= MAX_READINGS ? 'met' : 'missed',
      },
    ]
  } finally {
    await browser.close()
    await game.stop()
  }
}

report('page', await measureDrain())
