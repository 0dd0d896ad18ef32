import type { Page } from '@playwright/test'
import type { Award } from '#contract/entities'
import { applyPart } from '../support/apply-part'
import { expect, test } from '../support/booth-behind-proxy'
import { standing, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import type { People } from '../support/people'
import { foundTeam, panel, teamIdOf } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

const BONUS = 'zmaj-7k2p9x4mq8ab'
const OTHER_BONUS = 'prsten-3v8nq2wd6hcd'
const REASON = 'Oznaka nije dio ove igre.'
const ARRIVED = 'Bonus je prikupljen: Skriveno blago'
/** A page polls every 15 s. */
const ASKED_AGAIN = { timeout: 30_000 }

const kept = (page: Page) => panel(page, 'Skenirane oznake')

let teams = 0

/** A player with a team of their own, whose phone starts without a network. */
async function playerWithTeam(page: Page, people: People): Promise<void> {
  const name = `Skeneri ${process.pid}-${++teams}`
  await foundTeam(page, people, name)
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, new RegExp(name))
}

/** Scans a tag without a server; returns the latest time (ms since 1970) at which it can have been scanned. */
async function scanWithoutServer(page: Page, nfcId: string): Promise<number> {
  await page.goto(`/s/${nfcId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Oznaka je zapamćena' })).toBeVisible()
  return Date.now()
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Moja Kartica' }).first().click()
  await expect(page).toHaveURL('/player')
}

/** Makes the page visible again, which refreshes it without waiting for its timer. */
async function lookAt(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

async function ledger(page: Page): Promise<readonly Award[]> {
  return (await callAs(page, 'teamPoints', {})).awards
}

test.describe('a scan without a server', () => {
  test.afterEach(async ({ game }) => {
    await game.halt('SIGTERM')
    await game.resume()
  })

  test('of a bonus tag waits visibly, survives the page, and counts once, at the time of the scan', async ({
    phone,
    people,
    game,
  }) => {
    const page = await phone()
    await playerWithTeam(page, people)
    await game.halt('SIGKILL')
    const from = Date.now()
    const until = await scanWithoutServer(page, BONUS)
    await openCard(page)
    await expect(kept(page)).toContainText(BONUS)
    await expect(kept(page)).toContainText('Čeka slanje')
    const context = page.context()
    await page.close()

    const again = await context.newPage()
    await again.goto('/player')
    await expect(kept(again).getByText('Čeka slanje')).toBeVisible()
    const resumed = Date.now()
    await game.resume()
    await lookAt(again)
    await expect(again.getByText(ARRIVED)).toBeVisible(ASKED_AGAIN)
    await expect(kept(again)).toBeHidden()
    const awards = await ledger(again)
    expect(awards.map(({ label, points }) => [label, points])).toEqual([['Skriveno blago', 7]])
    const [madeAt, receivedAt] = [Date.parse(awards[0]?.awarded_at ?? ''), Date.parse(awards[0]?.received_at ?? '')]
    expect(madeAt).toBeGreaterThanOrEqual(from - 50)
    expect(receivedAt).toBeGreaterThanOrEqual(resumed)
    expect(receivedAt - madeAt, 'queued time of the scan (ms)').toBeGreaterThan(resumed - until)
  })

  test('made twice is kept once and counts once', async ({ phone, people, game }) => {
    const page = await phone()
    await playerWithTeam(page, people)
    await game.halt('SIGTERM')
    await scanWithoutServer(page, BONUS)
    await scanWithoutServer(page, BONUS)
    await openCard(page)
    await expect(kept(page).getByRole('listitem')).toHaveCount(1)
    await game.resume()
    await lookAt(page)
    await expect(kept(page)).toBeHidden(ASKED_AGAIN)
    expect(await ledger(page)).toHaveLength(1)
  })

  test('kept by another page of the phone appears on a card that was already open, and is sent by it', async ({
    phone,
    people,
    game,
  }) => {
    const card = await phone()
    await playerWithTeam(card, people)
    await game.halt('SIGTERM')
    const tapped = await card.context().newPage()
    await scanWithoutServer(tapped, BONUS)
    await tapped.close()
    await lookAt(card)
    await expect(kept(card).getByText('Čeka slanje')).toBeVisible(ASKED_AGAIN)
    await game.resume()
    await lookAt(card)
    await expect(card.getByText(ARRIVED)).toBeVisible(ASKED_AGAIN)
    expect(await ledger(card)).toHaveLength(1)
  })

  test('fault 42: counts even if the event has ended before the server receives it', async ({ phone, people, game }) => {
    const page = await phone()
    await playerWithTeam(page, people)
    await game.halt('SIGTERM')
    const ends = (await scanWithoutServer(page, BONUS)) + 2_000
    await applyPart(game, { settings: { ends_at: new Date(ends).toISOString() } })
    await expect.poll(() => Date.now()).toBeGreaterThan(ends)
    try {
      await openCard(page)
      await game.resume()
      await lookAt(page)
      await expect(page.getByText(ARRIVED)).toBeVisible(ASKED_AGAIN)
      expect(await ledger(page)).toHaveLength(1)
      await page.goto(`/s/${OTHER_BONUS}`)
      await expect(page.getByRole('heading', { name: 'Natjecanje nije u tijeku' })).toBeVisible()
    } finally {
      await applyPart(game, { settings: { ends_at: null } })
    }
  })

  test('fault 16: is not recorded under another account, and completes when its own account signs in again', async ({
    phone,
    people,
    game,
    network,
  }) => {
    const page = await phone()
    const context = page.context()
    await playerWithTeam(page, people)
    const { user: first } = await callAs(page, 'currentUser', {})
    const cookies = await context.cookies()
    await game.halt('SIGTERM')
    await scanWithoutServer(page, BONUS)
    await page.close()
    network.reset()
    await game.resume()

    const neighbour = await context.newPage()
    await playerWithTeam(neighbour, people)
    await expect(kept(neighbour)).toBeHidden()
    await neighbour.goto(`/s/${OTHER_BONUS}`)
    await expect(neighbour.getByText('Bonus je prikupljen', { exact: true })).toBeVisible()
    await openCard(neighbour)
    expect(await ledger(neighbour)).toHaveLength(1)
    // A page that does not know yet who is signed in may have sent the first account's scan; the server refuses it, and nothing is lost.
    const ofFirst = () => network.calls('scan').filter(({ fields }) => fields.user_id === first.id)
    // Calls that a page did not wait for have no response.
    const answered = () => ofFirst().filter(({ abandonedAt }) => abandonedAt === null)
    await expect.poll(() => answered().filter(({ serverSaid }) => serverSaid !== 'OTHER_ACCOUNT')).toEqual([])
    await neighbour.close()

    await context.addCookies(cookies)
    const back = await context.newPage()
    await back.goto('/player')
    await expect(back.getByText(ARRIVED)).toBeVisible(ASKED_AGAIN)
    expect(await ledger(back)).toHaveLength(1)
  })

  test('of a free team tag is offered later; no team is created without confirmation', async ({ phone, people, game }) => {
    const page = await phone()
    const { nickname } = await people.signUp(page, 'beztima')
    await page.goto('/player')
    await waitUntilAppIsCached(page)
    await waitUntilDataIsStored(page, new RegExp(nickname))
    await game.halt('SIGTERM')
    await scanWithoutServer(page, 'tim-slobodan')
    await openCard(page)
    await expect(kept(page).getByText('Čeka slanje')).toBeVisible()
    await game.resume()
    await lookAt(page)
    const open = kept(page).getByRole('link', { name: 'Otvori' })
    await expect(open).toBeVisible(ASKED_AGAIN)
    expect((await callAs(page, 'currentUser', {})).user.team).toBeNull()
    await open.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Slobodna timska oznaka' })).toBeVisible()
    await page.goto('/player')
    await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
    await expect(kept(page)).toBeHidden()
  })

  test('of a tag that does not belong to the game shows its refusal and the reason until the player has seen it', async ({
    phone,
    people,
    game,
  }) => {
    const page = await phone()
    await playerWithTeam(page, people)
    await game.halt('SIGTERM')
    await scanWithoutServer(page, 'nepoznata-oznaka')
    await openCard(page)
    await game.resume()
    await lookAt(page)
    await expect(kept(page)).toContainText(REASON, ASKED_AGAIN)
    await page.reload()
    await expect(kept(page)).toContainText(REASON)
    await kept(page).getByRole('button', { name: 'U redu' }).click()
    await expect(kept(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(kept(page)).toBeHidden()
  })

  test('of a team’s tag by a booth opens that team, and its award waits and is recorded later', async ({
    page,
    phone,
    people,
    game,
  }) => {
    const captain = await phone()
    await people.signUp(captain, 'kapetan')
    await callAs(captain, 'createTeam', { team_name: `Oznaka ${process.pid}`, nfc_id: 'tim-0001' })
    const teamId = await teamIdOf(captain)
    await page.goto('/vendor')
    await waitUntilAppIsCached(page)
    await waitUntilDataIsStored(page, new RegExp(teamId))
    await game.halt('SIGTERM')
    await page.goto('/s/tim-0001')
    await expect(page).toHaveURL(`/qr/${teamId}`)
    await tap(page)
    await expect(standing(page)).toHaveText('Čeka slanje')
    await game.resume()
    await expect(standing(page)).toHaveText('Upisano', ASKED_AGAIN)
    expect((await ledger(captain)).map(({ label }) => label)).toEqual(['Sudjelovanje'])
  })
})

test('fault 5: a scan whose response was lost after the commit counts once', async ({ phone, people, network }) => {
  const page = await phone()
  await playerWithTeam(page, people)
  network.inject(faults.cutAfter, { call: 'scan', times: 1 })
  await page.goto(`/s/${BONUS}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bonus je već prikupljen' })).toBeVisible(ASKED_AGAIN)
  expect(network.calls('scan').map(({ serverSaid }) => serverSaid)).toEqual(['OK', 'OK'])
  await openCard(page)
  await expect(kept(page)).toBeHidden()
  expect(await ledger(page)).toHaveLength(1)
})

test('fault 13: a scan keeps waiting when the server is unavailable, as when it does not respond', async ({
  phone,
  people,
  network,
}) => {
  const page = await phone()
  await playerWithTeam(page, people)
  const clear = network.inject(faults.unavailable, { call: 'scan' })
  await scanWithoutServer(page, BONUS)
  clear()
  await lookAt(page)
  await expect(page.getByText(ARRIVED)).toBeVisible(ASKED_AGAIN)
  expect(await ledger(page)).toHaveLength(1)
})
