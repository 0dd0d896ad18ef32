import type { BrowserContext, Page } from '@playwright/test'
import { callAs } from '../tests/e2e/support/call-as'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../tests/e2e/support/worker'
import { openSlowPage, reportOnPhone, startSite, untilIdle } from './phone'
import { median, withSpread } from './report/row'

/** From the tap on an award button to 'Čeka slanje' on the screen, with the server stopped and a slow processor. */
const RUNS = 9
const SLOWED = 4
const BUDGET_MS = 100

/** The lower bound of any app: a tap, a write with strict durability, a word on the screen. */
const FLOOR_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><button>Daj</button><p></p><script>
  const opening = indexedDB.open('floor', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('awards')
  opening.onsuccess = () => {
    document.querySelector('button').onclick = () => {
      const writing = opening.result.transaction('awards', 'readwrite', { durability: 'strict' })
      writing.objectStore('awards').put({ points: 5 }, crypto.randomUUID())
      writing.oncomplete = () => { document.querySelector('p').textContent = 'Čeka slanje' }
    }
    document.title = 'ready'
  }
</script>`

/** Taps, and returns the time until the words were painted, in ms. */
async function timeTap(page: Page, button: ReturnType<Page['getByRole']>): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let tapped = Number.NaN
        // The time of the touch itself, not of its event handler.
        document.addEventListener('pointerup', ({ timeStamp }) => (tapped = timeStamp), { capture: true, once: true })
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('main, body')?.textContent.includes('Čeka slanje')) return
          observer.disconnect()
          // A task after the next frame: the frame has been painted by then.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - tapped)))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
  )
  await button.tap()
  return await painted
}

async function timeApp(context: BrowserContext, teamId: string): Promise<number> {
  const page = await openSlowPage(context, SLOWED)
  await page.goto(`/qr/${teamId}`)
  const button = page.getByRole('button', { name: /^Sudjelovanje/ })
  await button.and(page.locator(':enabled')).waitFor()
  await untilIdle(page)
  const took = await timeTap(page, button)
  await page.close()
  return took
}

async function timeFloor(context: BrowserContext, url: string): Promise<number> {
  const page = await openSlowPage(context, SLOWED)
  await page.goto(url)
  await page.waitForFunction(() => document.title === 'ready')
  await untilIdle(page)
  const took = await timeTap(page, page.getByRole('button'))
  await page.close()
  return took
}

await reportOnPhone('tap', async ({ game, people, context }) => {
  const teams: string[] = []
  for (let team = 0; team <= RUNS; team++) {
    await people.signUp(await context.newPage(), `t${team}`)
    teams.push((await callAs(context, 'createTeam', { team_name: `Tim ${team}` })).team_id)
  }
  await context.clearCookies()
  const page = await context.newPage()
  await people.openBoard(page, 'iva')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, new RegExp(`Tim ${RUNS}.*Arkadna|Arkadna.*Tim ${RUNS}`))
  await page.close()
  await game.halt('SIGTERM')

  const bare = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(FLOOR_PAGE)
  })
  const app: number[] = []
  const floor: number[] = []
  for (const team of teams) {
    floor.push(await timeFloor(context, bare.url))
    app.push(await timeApp(context, team))
  }
  bare.stop()
  // The first of each fills the browser's own caches.
  const [appTimes, floorTimes] = [app.slice(1), floor.slice(1)]
  return [
    {
      what: `from a tap to 'Čeka slanje', the processor slowed ${SLOWED} times, no server`,
      measured: withSpread(appTimes, ' ms'),
      floor: `tap, strict write, word: ${withSpread(floorTimes, ' ms')}`,
      ratio: (median(appTimes) / median(floorTimes)).toFixed(2),
      goal: `at most ${BUDGET_MS} ms`,
      verdict: median(appTimes) <= BUDGET_MS ? 'met' : 'missed',
    },
  ]
})
