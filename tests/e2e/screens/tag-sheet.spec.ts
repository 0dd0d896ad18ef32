import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { parseTypedTagId } from '#rules/tag-id'
import { expectAccessible } from '../support/accessible'
import { readQr } from '../support/read-qr'

const DECODER = '/usr/bin/zbarimg'
const COUNT = 25
const A4_AT_96_DPI = { width: 794, height: 1123 }

/** Reads the QR codes in order, with an independent decoder if it is installed. */
async function readCodes(page: Page, directory: string): Promise<string[]> {
  const labels = await page.locator('li').all()
  if (!existsSync(DECODER)) {
    const texts: string[] = []
    for (const label of labels) texts.push(await readQr(label.locator('img')))
    return texts
  }
  // One image per label, as if cut out along its lines.
  const pictures = labels.map((_, index) => join(directory, `${index}.png`))
  for (const [index, label] of labels.entries()) await label.screenshot({ path: pictures[index] ?? '' })
  return execFileSync(DECODER, ['--quiet', '--raw', ...pictures], { encoding: 'utf8', stdio: 'pipe' })
    .trimEnd()
    .split('\n')
}

/** Labels of which something does not show. */
async function cutLabels(page: Page): Promise<string[]> {
  return await page.locator('li').evaluateAll((labels) =>
    labels
      .filter((label) => {
        const [own, sheet] = [label.getBoundingClientRect(), label.closest('.page')?.getBoundingClientRect()]
        const isOutside = sheet === undefined || own.bottom > sheet.bottom + 1 || own.right > sheet.right + 1
        return isOutside || label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight
      })
      .map((label) => label.textContent),
  )
}

test('the sheet of QR codes explains how to print it, is whole on a phone and a desktop, needs no network, fills as many A4 sheets as it says, and can be read back from print, with each id below its code', async ({
  page,
}, testInfo) => {
  const directory = testInfo.outputPath('sheet')
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${testInfo.outputPath('game.db')}`,
    PUBLIC_URL: 'https://natjecanje.geekclub.example.hr',
  }
  const order = ['tags', '--count', String(COUNT), '--type', 'team', '--out', directory]
  const program = join(process.env.BUILD_UNDER_TEST ?? '', 'server/event.js')
  execFileSync(process.execPath, [program, ...order], { env, stdio: 'pipe' })
  const lines = readFileSync(join(directory, 'tags-team.csv'), 'utf8').trimEnd().split('\r\n').slice(1)
  const addresses = lines.map((line) => line.split(',')[2] ?? '')

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(join(directory, 'tags-team.html')).href)
  expect(requests).toEqual([page.url()])
  await expect(page.getByRole('heading', { name: 'Ispis: 25 oznaka' })).toBeVisible()
  await expectAccessible(page)
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await cutLabels(page)).toEqual([])
  }

  await page.setViewportSize(A4_AT_96_DPI)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page$/gm)).toHaveLength(2)
  await expect(page.getByText('1.–24. od 25 · list 1 od 2')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.advice')).toBeHidden()
  expect(await readCodes(page, directory)).toEqual(addresses)
  const typed = await page.locator('.id').allInnerTexts()
  expect(typed.map((id) => `https://natjecanje.geekclub.example.hr/s/${parseTypedTagId(id)}`)).toEqual(addresses)
})
