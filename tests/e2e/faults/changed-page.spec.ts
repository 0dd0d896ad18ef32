import type { BrowserContext, Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { awardState, backOnline, give, offerButton, tap, undoButton } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { openScreen } from '../support/teams'
import { waitUntilAppIsCached } from '../support/worker'

/**
 * Imitates a browser's translation: wraps each text node, also each later one, in two `font`
 * elements.
 */
async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wrap = (text: Text) => {
      const { parentElement: parent } = text
      if (parent === null || parent.closest('font, head, script, style, textarea') !== null) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const texts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode() !== null) found.push(walker.currentNode as Text)
      return found
    }
    const all = () => texts(document).forEach(wrap)
    new MutationObserver(all).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

/** Expects that the page was translated, and that no text shared its element with another node: React fails on such text. */
async function expectTextsApart(page: Page): Promise<void> {
  const beside = page.locator('body :not(font) > font').evaluateAll((fonts) => ({
    some: fonts.length > 0,
    beside: fonts
      .filter(({ parentNode }) => parentNode?.childNodes.length !== 1)
      .map((font) => font.parentElement?.outerHTML),
  }))
  expect(await beside).toEqual({ some: true, beside: [] })
}

test.beforeEach(async ({ context }) => translate(context))

test('fault 71: a booth works on a translated page, online and offline, and each award counts once', async ({
  page,
  team,
  foundTeam,
  network,
}) => {
  const other = await foundTeam()
  await page.goto('/vendor')
  await waitUntilAppIsCached(page)
  await expectTextsApart(page)
  await openTeam(page, team)
  await give(page, 'Upisano')
  await give(page, 'Upisano', 'Pobjeda')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još')
  await undoButton(page).click()
  await expect(awardState(page, 'Pobjeda')).toHaveText('Poništeno')
  await expectTextsApart(page)

  await page.goto('/vendor')
  await page.getByLabel('Naziv tima').fill(other.team_name)
  await page
    .getByRole('main')
    .locator('a[href^="/qr/"]')
    .filter({ hasText: other.team_name })
    .click()
  const up = network.goDown()
  await give(page, 'Čeka slanje')
  await openScreen(page, 'Dodjele')
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await expectTextsApart(page)
  up()
  await backOnline(page)
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Dodjele štanda' })).toContainText(
    `${other.team_name}+5`,
  )
  expect((await team.ledger()).map(({ points }) => points)).toEqual([5])
  expect((await other.ledger()).map(({ points }) => points)).toEqual([5])
})

test.describe('a booth’s screen that crashes', () => {
  test.use({ expectedErrors: /played by the test/ })

  test('fault 71: shows the last award’s true state, never that it failed, and its retry gives no second award', async ({
    people,
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    /** Makes the first removal of an element after the next tap fail, which crashes React's render. */
    const crash = () =>
      page.evaluate(() => {
        const { removeChild } = Node.prototype
        const breakRemoval = () => {
          Node.prototype.removeChild = () => {
            Node.prototype.removeChild = removeChild
            throw new DOMException('not a child, played by the test', 'NotFoundError')
          }
        }
        window.addEventListener('click', breakRemoval, { capture: true, once: true })
      })
    for (const [says, fault] of [
      ['Upisano', null],
      ['Čeka slanje', network.goDown],
    ] as const) {
      fault?.()
      await crash()
      await tap(page)
      await expect(
        page.getByText(`Dodjela je spremljena: ${says} (+5 · Sudjelovanje · ${team.team_name})`),
      ).toBeVisible()
      await expect(page.getByText(/Nije uspjelo|Došlo je do pogreške/)).toHaveCount(0)
      await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
      await expect(offerButton(page, 'Sudjelovanje')).toBeVisible()
    }
    network.reset()
    await backOnline(page)
    await expect(async () => expect(await team.ledger()).toHaveLength(2)).toPass()

    // A colleague gives the same points first. Cut every call but awards, so that this page does not
    // learn of it.
    network.inject(faults.cutBefore, { call: 'any' })
    network.inject(faults.none)
    const { team_id } = team
    await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
    await crash()
    await tap(page, 'Pobjeda')
    await expect(page.getByText(/^Odbijeno: .*\(\+25\s· Pobjeda/)).toBeVisible()
  })
})
