import type { Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { changeAnswers } from '../tests/e2e/support/answers'
import { callAs } from '../tests/e2e/support/call-as'
import { openSlowPage, reportOnPhone, untilIdle } from './phone'
import { median, type Row, withSpread } from './report/row'

/** Ten places of the public ranking change at once, on a slow processor. */
const PLACES = 10
const SLOWED = 4
const ROUNDS = 5
/** As long as rows move and points count (ms). */
const WATCHED_MS = 1_300
/** A screen draws 60 frames a second; the clock of the measurement is not exact. */
const FULL = 58

const SIZES = { 'a phone': null, 'a projector (1920 × 1080)': { width: 1920, height: 1080 } } as const

/** A name has no digits: they count up. */
const LETTERS = 'ABCDEFGHIJ'

type Ranking = CallOutput<'ranking'>

function rankingAt(round: number): Pick<Ranking, 'teams' | 'total'> {
  const teams = Array.from({ length: PLACES }, (_, team) => {
    // Every team has another place in each round.
    const rank = 1 + ((team * 3 + round * 7) % PLACES)
    const points = 1_000 + (PLACES - rank) * 90 + round * 25
    return { team_id: `t${team}`, team_name: `Ekipa ${LETTERS[team]} Šumskih Čuvara`, points, rank, member_count: 4 }
  })
  return { teams: teams.sort((a, b) => a.rank - b.rank), total: PLACES }
}

/** Frames a second from the moment that rows have changed their order, or from now on. */
async function countFrames(page: Page, isBegun: 'now' | 'when rows move'): Promise<number> {
  return await page.evaluate(
    async ([watched, waits]) => {
      let [before, begun, frames] = ['', waits ? 0 : performance.now(), 0]
      for (;;) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        if (begun > 0) {
          frames++
          if (now - begun >= watched) return (frames * 1000) / (now - begun)
          continue
        }
        const names = [...document.querySelectorAll('main ol > li')].map((row) => row.textContent?.replace(/\d+/g, ''))
        if (before !== '' && before !== names.join()) begun = now
        before = names.join()
      }
    },
    [WATCHED_MS, isBegun === 'when rows move'] as const,
  )
}

/** @param give an award, which tells every open ranking to read again */
async function measure(page: Page, name: string, give: () => Promise<unknown>): Promise<Row> {
  let round = 0
  await changeAnswers(page, 'ranking', (answer) => ({ ...answer, ...rankingAt(round) }))
  const stream = page.waitForResponse(/\/api\/live/)
  await page.goto('/poredak')
  await page.getByText('Ekipa A ').first().waitFor()
  await stream
  await untilIdle(page)
  const [still, moving]: [number[], number[]] = [[], []]
  while (round < ROUNDS) {
    still.push(await countFrames(page, 'now'))
    round++
    const counted = countFrames(page, 'when rows move')
    await give()
    moving.push(await counted)
  }
  return {
    what: `frames while ${PLACES} places move on ${name}, the processor slowed ${SLOWED} times`,
    measured: withSpread(moving, '/s'),
    floor: `${withSpread(still, '/s')} while nothing moves`,
    ratio: (median(moving) / median(still)).toFixed(2),
    goal: '60/s',
    verdict: median(moving) >= FULL ? 'met' : 'missed',
  }
}

await reportOnPhone('ranking-frames', async ({ people, context }) => {
  const card = await context.newPage()
  await people.signUp(card, 'mjeritelj')
  const { team_id } = await callAs(card, 'createTeam', { team_name: 'Mjerni Tim' })
  await card.close()
  await context.clearCookies()
  const booth = await context.newPage()
  await people.signIn(booth, 'iva')
  const give = () => callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await booth.goto('about:blank')
  const rows: Row[] = []
  for (const [name, size] of Object.entries(SIZES)) {
    const page = await openSlowPage(context, SLOWED)
    if (size !== null) await page.setViewportSize(size)
    rows.push(await measure(page, name, give))
    await page.close()
  }
  return rows
})
