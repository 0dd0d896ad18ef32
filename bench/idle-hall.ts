import { type Browser, devices, type Page } from '@playwright/test'
import { LIVE_PATH } from '#contract/live'
import { API_PATH } from '#contract/protocol'
import { callAs } from '../tests/e2e/support/call-as'
import type { GameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { withoutStream } from '../tests/e2e/support/without-stream'
import { openBrowser, startGame } from './phone'
import { type Row, report } from './report/row'

/**
 * Requests that open phones make while nothing happens. Counted are those of one phone in a real browser, with its stream and
 * with the stream cut, which makes it read as releases without streams did.
 */
const CARDS = 2_000
const GOAL = 0.1
/** Long enough for several readings every 15 s, comment lines, and whatever comes once a minute. */
const WATCHED_MS = 90_000
/** What the last founded team changed is read within 17 s, because readings that the ranking asks for are 15 s apart. */
const SETTLED_MS = 20_000

const PLACES = { 'a captain’s card': '/player', 'a team’s page': '/player/tim', 'the ranking': '/player/poredak' } as const

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A captain's phone whose team has just been founded, which the others are told. */
async function openPhone(browser: Browser, game: GameProcess, team_name: string): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'hr-HR', baseURL: game.url })
  const page = await context.newPage()
  await createPeople(game).signUp(page, 'kapetan')
  await callAs(page, 'createTeam', { team_name })
  return page
}

/** Counts requests to the server from now on. */
function countRequests(page: Page): () => number {
  let made = 0
  page.on('request', (request) => {
    if ([API_PATH, LIVE_PATH].includes(new URL(request.url()).pathname)) made++
  })
  return () => made
}

async function showPlace(page: Page, address: string, isCut: boolean): Promise<Page> {
  if (isCut) await withoutStream(page.context())
  const greeted = isCut ? null : page.waitForResponse((response) => new URL(response.url()).pathname === LIVE_PATH)
  await page.goto(address)
  await page.getByRole('navigation').first().waitFor()
  await greeted
  return page
}

const perMinute = (requests: number) => (requests * 60_000) / WATCHED_MS

function rowOf(name: string, made: number, madeWithout: number): Row {
  const ratio = made / madeWithout
  const shown = (requests: number) =>
    `${(perMinute(requests) * CARDS).toLocaleString('en')} a minute (${requests} of one in ${WATCHED_MS / 1000} s)`
  return {
    what: `requests of ${CARDS.toLocaleString('en')} idle phones that show ${name}`,
    measured: shown(made),
    floor: `${shown(madeWithout)} without a stream`,
    ratio: ratio.toFixed(2),
    goal: `at most ${GOAL}`,
    // A phone that asks nothing without a stream shows that the measurement is broken.
    ...(madeWithout === 0 ? { verdict: 'invalid', note: 'nothing was counted' } : { verdict: ratio <= GOAL ? 'met' : 'missed' }),
  }
}

const game = await startGame('idle')
const browser = await openBrowser()
try {
  const phones: { readonly name: string; readonly page: Page; readonly without: Page }[] = []
  for (const [name, address] of Object.entries(PLACES)) {
    const page = await showPlace(await openPhone(browser, game, `Tim ${address}`), address, false)
    const without = await showPlace(await openPhone(browser, game, `Bez toka ${address}`), address, true)
    phones.push({ name, page, without })
  }
  await sleep(SETTLED_MS)
  const counted = phones.map(({ name, page, without }) => ({ name, made: countRequests(page), cut: countRequests(without) }))
  await sleep(WATCHED_MS)
  report(
    'page',
    counted.map(({ name, made, cut }) => rowOf(name, made(), cut())),
  )
} finally {
  await browser.close()
  await game.stop()
}
