import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { type DemoServer, startDemoServer } from './demo-server'
import { findBrowser } from './find-browser'
import { shrinkPng } from './png'

const DIRECTORY = 'public/screenshots'
const CAPTAIN = 'piksel'
const TEAM = 'Plavi Vukovi'
const STAFF = 'iva'

const FORM_FACTORS = {
  narrow: { viewport: { width: 412, height: 892 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const satisfies Record<string, BrowserContextOptions>
type FormFactor = keyof typeof FORM_FACTORS

/** Waits until the page is loaded and nothing moves. */
async function settled(page: Page): Promise<void> {
  // Not `networkidle`: the live stream is never idle.
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready')
}

async function shoot(page: Page, file: string): Promise<void> {
  await settled(page)
  const picture = shrinkPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  writeFileSync(`${DIRECTORY}/${file}.png`, picture)
  process.stdout.write(`${DIRECTORY}/${file}.png  ${picture.length} bytes\n`)
}

const openContext = (browser: Browser, formFactor: FormFactor): Promise<BrowserContext> =>
  browser.newContext({
    ...FORM_FACTORS[formFactor],
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    reducedMotion: 'reduce',
  })

async function openAs(browser: Browser, formFactor: FormFactor, link: string): Promise<Page> {
  const page = await (await openContext(browser, formFactor)).newPage()
  await page.goto(link)
  await page.waitForURL(/\/(player|vendor)$/)
  // Reloaded, to lose the greeting.
  await page.reload()
  return page
}

async function asPlayer(browser: Browser, server: DemoServer): Promise<void> {
  const phone = await openAs(browser, 'narrow', server.linkFor(CAPTAIN))
  await phone.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  await shoot(phone, 'narrow-card')
  await phone.goto(`${server.url}/player/poredak`)
  await phone.getByRole('listitem').first().waitFor()
  await shoot(phone, 'narrow-ranking')
  const desk = await openAs(browser, 'wide', server.linkFor(CAPTAIN))
  await desk.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  await shoot(desk, 'wide-card')
}

async function asBooth(browser: Browser, server: DemoServer): Promise<void> {
  const desk = await openAs(browser, 'wide', server.linkFor(STAFF))
  await desk.getByRole('searchbox').first().waitFor()
  await shoot(desk, 'wide-board')
  const { cookies } = await desk.context().storageState()
  const context = await openContext(browser, 'narrow')
  await context.addCookies(cookies)
  const phone = await context.newPage()
  await phone.goto(`${server.url}/vendor`)
  await phone.getByRole('searchbox').first().fill(TEAM)
  await phone
    .getByRole('link', { name: new RegExp(TEAM) })
    .first()
    .click()
  await phone.getByRole('heading', { level: 1, name: TEAM }).waitFor()
  await shoot(phone, 'narrow-award')
}

/** Takes the screenshots that stores and install dialogs show (`screenshots` in the manifest) from the built app. */
async function takeScreenshots(): Promise<void> {
  mkdirSync(DIRECTORY, { recursive: true })
  const server = await startDemoServer()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  try {
    await asPlayer(browser, server)
    await asBooth(browser, server)
  } finally {
    await browser.close()
    await server.stop()
  }
}

await takeScreenshots()
