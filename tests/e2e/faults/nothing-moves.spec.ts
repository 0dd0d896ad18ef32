import type { Locator, Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { awardState, backOnline, give, offerButton, tap, undoButton } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { windBackMessages } from '../support/game-database'
import { holdTimers } from '../support/held-timers'
import { nextRefresh, passTime, untilAnswered } from '../support/pass-time'
import { withSixPointTypes } from '../support/six-point-types'
import { foundTeam } from '../support/teams'
import { expectToast } from '../support/toasts'
import { checkState, expectUsable } from '../support/usable'

// The worker plays no part in how the page lays itself out.
test.use({ serviceWorkers: 'block' })

/** Phones (CSS px), one with 200 % text. */
const PHONES = [
  { width: 412, height: 839, text: '100%' },
  { width: 320, height: 568, text: '200%' },
] as const
/** Phones tall enough to hold all buttons in the lower half, where a thumb reaches. */
const THUMBS = [
  { width: 390, height: 844 },
  { width: 412, height: 839 },
] as const
const MIN_MOVE_PX = 1

type Box = readonly [name: string, top: number, left: number, width: number, height: number]

/**
 * Measures the elements' positions on the page, independent of scrolling, and how much wider the
 * page is than the window.
 */
async function measure(
  watched: Locator,
  text: string,
): Promise<{ boxes: Box[]; sideways: number }> {
  return await watched.evaluateAll(async (elements, text) => {
    const root = document.documentElement
    root.style.fontSize = text
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const boxes = elements.map((element): Box => {
      const { top, left, width, height } = element.getBoundingClientRect()
      return [element.textContent?.slice(0, 12) ?? '', top + window.scrollY, left, width, height]
    })
    return { boxes, sideways: root.scrollWidth - root.clientWidth }
  }, text)
}

/** Returns a check that compares the elements' positions on each phone with those at its first call. */
function watchPlaces(page: Page, watched: Locator) {
  const first = new Map<object, Box[]>()
  const own = page.viewportSize()
  return async (state: string): Promise<void> => {
    for (const phone of PHONES) {
      await page.setViewportSize(phone)
      const { boxes, sideways } = await measure(watched, phone.text)
      const before = first.get(phone) ?? boxes
      first.set(phone, before)
      const moved = boxes.flatMap(([name, ...place], index) => {
        const by = Math.max(
          ...place.map((value, side) => Math.abs(value - Number(before[index]?.[side + 1]))),
        )
        return by <= MIN_MOVE_PX ? [] : [`${name} by ${by} px`]
      })
      expect.soft(moved, `moved on ${phone.width} px with ${phone.text} text: ${state}`).toEqual([])
      expect.soft(boxes.length, state).toBe(before.length)
      expect
        .soft(sideways, `wider than ${phone.width} px with ${phone.text} text: ${state}`)
        .toBe(0)
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    if (own !== null) await page.setViewportSize(own)
  }
}

test('fault 57: six award buttons keep their place through every state of an award, on every phone', async ({
  page,
  team,
  network,
  game,
  people,
}) => {
  const buttons = page
    .getByRole('list', { name: 'Dodijeli bodove' })
    .getByRole('listitem')
    .locator('> button')
  await holdTimers(page, 8_000, 15_000)
  await withSixPointTypes(page)
  await openTeam(page, team)
  await expect(buttons).toHaveCount(6)
  for (const phone of THUMBS) {
    await page.setViewportSize(phone)
    const { y = 0 } = (await offerButton(page, 'Pobjeda').boundingBox()) ?? {}
    expect
      .soft(y, `the first button at ${phone.width}×${phone.height}`)
      .toBeGreaterThanOrEqual(phone.height / 2)
  }
  const keepTheirPlace = watchPlaces(page, buttons)
  await keepTheirPlace('before the first tap')
  await checkState(page, 'award-ready')
  const text =
    'Zatvaramo u 18 h. Podijelite preostale bodove do 17:45 i pričekajte da sve bude upisano.'
  await callAs(await people.staff('ana'), 'announce', { text, to: 'staff' })
  // Reload, because without a stream the message comes only with the next reading.
  await page.reload()
  await expect(page.getByRole('button', { name: text })).toBeVisible()
  await keepTheirPlace('a message of the organiser')
  await page.getByRole('button', { name: 'Zatvori poruku' }).click()
  await windBackMessages(game.databaseUrl)

  const gate = Promise.withResolvers<void>()
  const release = network.inject(faults.heldBefore(gate.promise))
  await give(page, 'Šalje se')
  await keepTheirPlace('sending')
  gate.resolve()
  release()
  await expect(awardState(page)).toHaveText('Upisano')
  await keepTheirPlace('recorded')
  await checkState(page, 'award-recorded')

  let back = network.inject(faults.cutBefore, { call: 'any' })
  await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
  await expect(
    page.getByText('Poništavanje nije potvrđeno.', { exact: false }).first(),
  ).toBeVisible()
  await give(page, 'Čeka slanje', 'Pobjeda')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await keepTheirPlace('offline, waiting, in a predicted cooldown')
  await checkState(page, 'award-waits-predicted')

  back()
  await backOnline(page)
  await expect(awardState(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(page.getByText(/^Niste povezani\./)).toBeHidden()
  await expect(page.getByRole('link', { name: /čeka slanje/ })).toBeHidden()
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  await keepTheirPlace('back online, in a cooldown')

  await undoButton(page).click()
  await expect(awardState(page, 'Pobjeda')).toHaveText('Poništeno')
  await expect(offerButton(page, 'Pobjeda')).toBeEnabled()
  await keepTheirPlace('undone')

  await callAs(await people.staff('luka'), 'awardPoints', {
    team_id: team.team_id,
    point_type: 'pobjeda',
  })
  await tap(page, 'Pobjeda')
  await expect(awardState(page, 'Pobjeda')).toContainText('Odbijeno: ')
  // The cooldown must come with the refusal itself, because the next reading is held back.
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još')
  await keepTheirPlace('refused')
  await expectUsable(page, 'award-refused')
  await page.getByRole('button', { name: 'U redu' }).click()

  back = network.inject(faults.cutBefore, { call: 'any' })
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await tap(page)
  await expect(awardState(page)).toContainText('Nije potvrđeno: ')
  await keepTheirPlace('neither stored nor confirmed')
  back()
})

test('fault 57: nothing moves on the board or card while awards wait and the network comes and goes', async ({
  page: board,
  phone,
  people,
  team,
  network,
  context,
}) => {
  await board.clock.install()
  await board.goto('/vendor')
  // The board lists only the first few teams, and other journeys have founded some, so search for this one.
  await board.getByRole('searchbox').fill(team.team_name)
  const teamRow = board.getByRole('link', { name: new RegExp(`^${team.team_name}`) })
  await expect(teamRow).toBeVisible()
  const award = await context.newPage()
  await openTeam(award, team)
  const card = await phone()
  await card.clock.install()
  await foundTeam(card, people, 'Mirna Ruka')
  const boardKeepsItsPlaces = watchPlaces(
    board,
    board.locator('[data-bottom-bar] :is(a, button), main input, main a[href^="/qr/"]'),
  )
  const cardKeepsItsPlaces = watchPlaces(
    card,
    card.locator('[data-bottom-bar] :is(a, button), main :is(a, button)'),
  )
  // Wait for the final words: at 200 % they take one line more than 'Čitanje…', shown while the outbox is read.
  await expect(board.getByText('Sve je upisano.')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Zviježđe tima/ })).toBeVisible()
  await untilAnswered(card)
  await boardKeepsItsPlaces('online')
  await cardKeepsItsPlaces('online')

  const back = network.inject(faults.cutBefore, { call: 'any' })
  await tap(award)
  await expect(board.getByRole('link', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await passTime(board, 16_000)
  await expect(board.getByText(/^Niste povezani\./)).toBeVisible()
  await boardKeepsItsPlaces('offline, an award waits')
  await nextRefresh(card)
  await expect(
    card.getByText(/^Niste povezani\. Prikazano je stanje od \d\d:\d\d\.$/),
  ).toBeVisible()
  await cardKeepsItsPlaces('offline')

  // Undo the award, so that the team's points are as before.
  await award.getByRole('button', { name: 'Poništi dodjelu' }).click()
  back()
  await backOnline(award)
  await expect(awardState(award)).toHaveText('Poništeno')
  await passTime(board, 16_000)
  await expect(board.getByText(/^Niste povezani\./)).toBeHidden()
  await expect(board.getByRole('region', { name: 'Dodjele na ovom uređaju' })).toBeHidden()
  await expect(board.getByText('Sve je upisano.')).toBeVisible()
  // An earlier reading may have shown the award before it was undone. Let the list of teams be read
  // again, which without a stream is every three minutes.
  await expect(async () => {
    await passTime(board, 3 * 60_000)
    await expect(teamRow).not.toHaveText(/5\sbodova/, { timeout: 5_000 })
  }).toPass()
  await boardKeepsItsPlaces('back online, nothing waits')
  await nextRefresh(card)
  await expectToast(card, 'Ponovno ste povezani.')
  await expect(card.getByText(/^Niste povezani\./)).toBeHidden()
  await cardKeepsItsPlaces('back online')
})

/** The outbox's rows move or disappear only after no change for this long (ms). */
const STEADY_MS = 6_000

test('fault 57: an outbox row keeps its position while awards above it are sent and removed', async ({
  page,
  foundTeam,
  network,
}) => {
  const [first, second] = [await foundTeam(), await foundTeam()]
  // Hold the timer that removes sent rows, so that they stay however long the test looks.
  const timers = await holdTimers(page, STEADY_MS, STEADY_MS)
  const clear = network.inject(faults.cutBefore)
  for (const team of [first, second]) {
    await openTeam(page, team)
    await give(page, 'Čeka slanje')
  }
  await page.goto('/vendor')
  const panel = page.getByRole('region', { name: '2 dodjele čekaju slanje' })
  await expect(panel.getByRole('listitem')).toHaveText([
    new RegExp(first.team_name),
    new RegExp(second.team_name),
  ])
  await checkState(page, 'board-awards-wait')
  clear()
  await backOnline(page)
  const rows = page.getByRole('region', { name: 'Dodjele na ovom uređaju' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Upisano' })).toHaveCount(2)
  await expect(rows).toHaveText([new RegExp(first.team_name), new RegExp(second.team_name)])
  // The rows disappear together, after all are sent. Fire the timer repeatedly, because each change
  // of the outbox sets it anew.
  await expect(async () => {
    await timers.letGo(page)
    await expect(rows).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

/** Pauses the 'settle' animation, during which a new control takes no tap. The returned function finishes it. */
async function holdSettling(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    document.addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName !== 'settle' || !(target instanceof Element)) return
      for (const one of target.getAnimations()) one.pause()
    })
  })
  return async () =>
    await page.evaluate(() => {
      for (const one of document.getAnimations())
        if (one instanceof CSSAnimation && one.animationName === 'settle') one.finish()
    })
}

test('fault 57: a control that appears under a thumb ignores taps at first, but accepts keys at once', async ({
  page,
  team,
}) => {
  await openTeam(page, team)
  const settle = await holdSettling(page)
  await tap(page)
  const undo = page.getByRole('button', { name: 'Poništi dodjelu' })
  await expect(awardState(page)).toHaveText('Upisano')
  const { x = 0, y = 0, width = 0, height = 0 } = (await undo.boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(undo).not.toHaveAttribute('aria-busy')
  expect(await team.ledger()).toHaveLength(1)

  await page.getByRole('button', { name: /^Račun/ }).click()
  const item = page.getByRole('menuitem', { name: 'Dodjele na uređaju' })
  const place = (await item.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.click(place.x + 20, place.y + 20)
  await expect(page.getByRole('dialog', { name: 'Dodjele na ovom uređaju' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await undo.press('Enter')
  await expect(awardState(page)).toHaveText('Poništeno')
  await give(page, 'Upisano')
  await settle()
  await undo.click()
  await expect(awardState(page)).toHaveText('Poništeno')
})
