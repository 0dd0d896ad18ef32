import type { Page } from '@playwright/test'
import { type Missing, missingInOldest } from '../../../scripts/browser-floor'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { openScanner, scanner } from '../support/scanner'

/**
 * A feature that stays although the oldest supported browser lacks it: the page's policy demands
 * it, so without it Chromium could not load the worker.
 */
const KEPT = 'trustedTypes'
const MISSING = missingInOldest().filter(({ name }) => name !== KEPT)

/**
 * Removes the features that the oldest supported browser lacks. Runs in the page, before its
 * scripts.
 */
function removeNewer(missing: readonly Missing[]): void {
  const iterators: object = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  for (const { owner, name, isStatic } of missing) {
    const global: unknown = owner === '' ? window : Reflect.get(window, owner)
    const prototype =
      owner === 'Iterator'
        ? iterators
        : global instanceof Object && Reflect.get(global, 'prototype')
    // The members of a namespace such as `Math` are its own, not its prototype's.
    const holder = isStatic || !(prototype instanceof Object) ? global : prototype
    if (holder instanceof Object) Reflect.deleteProperty(holder, name)
  }
}

/** Opens every address and expects a heading. The journeys' fixture expects that nothing throws. */
async function expectOpens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect(page.getByText('Nije uspjelo'), path).toHaveCount(0)
  }
}

test.beforeEach(async ({ context }) => {
  await context.addInitScript(removeNewer, MISSING)
})

test('fault 84: the oldest supported browser opens every screen, the menu and the scanner', async ({
  page,
  people,
}) => {
  await page.goto('/')
  expect(
    await page.evaluate(() => ['canParse' in URL, 'any' in AbortSignal, 'groupBy' in Object]),
    'newer features are gone',
  ).toEqual([false, false, false])
  await expectOpens(page, ['/', '/auth/login', '/auth/register', '/uvijeti', '/poredak'])
  await people.signUp(page, 'ana')
  await expectOpens(page, ['/player', '/player/standovi', '/player/poredak'])
  await callAs(page, 'createTeam', { team_name: 'Stari Preglednik' })
  await expectOpens(page, ['/player/standovi', '/player/poredak', '/player/tim', '/player'])
  await page.getByRole('button', { name: /^Račun/ }).click()
  await page.getByRole('menuitem', { name: 'Moji podaci' }).click()
  await expect(page.getByRole('dialog', { name: 'Moji podaci' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openScanner(page)
  await page.getByRole('button', { name: 'Upiši kod' }).click()
  await page.getByRole('textbox', { name: 'Kod s oznake' }).fill('k7m2pq9xv4bthn8w3z')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/s/k7m2pq9xv4bthn8w3z')
  await expect(scanner(page)).toHaveCount(0)
})

test('fault 84: in the oldest supported browser staff give points and open every screen, and an organiser opens theirs', async ({
  page,
  people,
  phone,
}) => {
  const { team_id } = await people.captain('Na Podu')
  await people.signIn(page, 'iva')
  await expectOpens(page, ['/vendor', '/vendor/dodjele', '/vendor/poredak', '/vendor/oznake'])
  await expectOpens(page, [`/qr/${team_id}`])
  await page.getByRole('button', { name: /Sudjelovanje/ }).click()
  await expect(page.getByText('Upisano').first()).toBeVisible()

  const desk = await phone()
  await desk.addInitScript(removeNewer, MISSING)
  await people.signIn(desk, 'ana')
  const rooms = ['pregled', 'trazi', 'poredak', 'poruke', 'kraj', 'dnevnik']
  const parts = ['natjecanje', 'vrste', 'standovi', 'oznake', 'igraci', 'ispis', 'datoteka']
  await expectOpens(desk, [
    ...rooms.map((room) => `/organizator?dio=${room}`),
    ...parts.map((part) => `/organizator/priprema?dio=${part}`),
  ])
})
