import type { Page } from '@playwright/test'
import { isCall, refuseCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { nextRefresh, passTime } from '../support/pass-time'
import {
  addMember,
  askToJoin,
  foundByHand,
  foundTeam,
  openScreen,
  panel,
  teamIdOf,
  wantToJoin,
} from '../support/teams'
import { expectToast } from '../support/toasts'
import { checkState, expectUsable } from '../support/usable'

test.use({ stream: false })

test('a player asks to join, withdraws and asks again, and sees a rejection without a reload', async ({
  page,
  people,
  phone,
}) => {
  // Found another team too, so that the search has to choose.
  await people.captain('Bijele Čaplje')
  const captain = await phone()
  await foundTeam(captain, people, 'Zelene Rode')
  await openScreen(captain, 'Tim')
  const invites = panel(captain, 'Zahtjevi za pridruživanje')
  await expect(invites).toContainText('Nema novih zahtjeva.')
  await expect(captain.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Poziv u tim',
  )
  await page.clock.install()
  const player = await people.signUp(page, 'roda')
  await page.goto('/player')
  const ask = page.getByRole('button', { name: 'Pošalji zahtjev timu Zelene Rode' })
  const noTeam = page.getByRole('heading', { name: 'Još niste u timu' })
  const search = await wantToJoin(page)
  // Other journeys have founded teams too, which may come first.
  await expect(
    page.getByRole('button', { name: /^Pošalji zahtjev timu / }).first(),
    'the list of teams is shown',
  ).toBeVisible()
  await expect(search, 'no keyboard covers the captain’s code').not.toBeFocused()
  await search.fill('Zelene Rode')
  await page.route(isCall('joinTeam'), (route) => route.abort())
  await ask.click()
  await expectToast(page, 'Došlo je do pogreške.')
  await page.unrouteAll()
  await ask.click()
  await expect(page.getByText('Zahtjev je poslan. Čeka se odluka kapetana.')).toBeVisible()
  await page.getByRole('button', { name: 'Povuci zahtjev' }).click()
  await expectToast(page, 'Zahtjev je povučen.')
  await expect(noTeam).toBeVisible()
  await expect(page.getByText('Zahtjev timu Zelene Rode više nije aktivan.')).toBeHidden()

  await (await wantToJoin(page)).fill('Zelene Rode')
  await ask.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Zahtjev timu Zelene Rode' }),
  ).toBeVisible()
  await checkState(page, 'card-request-waits')
  await captain.reload()
  await expect(invites).toContainText('1 novi zahtjev')
  await expect(captain.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Zahtjevi za pridruživanje',
  )
  await openScreen(page, 'Poredak')
  await captain.getByRole('button', { name: `Odbij zahtjev: ${player.nickname}` }).click()
  await expectToast(captain, 'Zahtjev je odbijen.')
  await expect(invites).toContainText('Nema novih zahtjeva.')
  await nextRefresh(page)
  await expectToast(page, 'Zahtjev timu Zelene Rode više nije aktivan.')
  await openScreen(page, 'Kartica')
  await expect(page.getByText('Povukli ste ga, kapetan ga nije prihvatio')).toBeVisible()
  await expect(noTeam).toBeVisible()

  await (await wantToJoin(page)).fill('Zelene Rode')
  await expect(ask).toBeVisible()
  await checkState(page, 'card-team-found')
  await callAs(captain, 'disbandTeam', { team_name: 'Zelene Rode' })
  await ask.click()
  await expect(page.getByText('Tim nije pronađen. Možda je raspušten.')).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
})

test('a full team accepts nobody, and both the captain and the players are told so', async ({
  page: captain,
  people,
  phone,
}) => {
  await foundTeam(captain, people, 'Puna Kuća')
  const team_id = await teamIdOf(captain)
  const late = await people.player('treci')
  await callAs(late, 'joinTeam', { team_id })
  for (const nickname of ['prvi', 'drugi']) await addMember(captain, await people.player(nickname))
  await captain.goto('/player/tim')
  const invites = panel(captain, 'Zahtjevi za pridruživanje')
  await expect(invites.getByText('Tim je popunjen.')).toBeVisible()
  await expect(
    invites.getByRole('button', { name: `Prihvati zahtjev: ${late.profile.nickname}` }),
  ).toBeDisabled()
  await expect(
    invites.getByRole('button', { name: `Odbij zahtjev: ${late.profile.nickname}` }),
  ).toBeEnabled()
  await expectUsable(captain, 'team-full')

  const seeker = await phone()
  await people.signUp(seeker, 'cetvrti')
  await seeker.goto('/player?team=nema-tima')
  await expect(panel(seeker, 'Skenirali ste QR kod tima')).toContainText(
    'Tim nije pronađen. Možda je raspušten.',
  )
  await seeker.goto(`/player?team=${team_id}`)
  const offer = panel(seeker, 'Skenirali ste QR kod ovog tima')
  await expect(offer).toContainText('Tim je popunjen.')
  await (await wantToJoin(seeker)).fill('puna kuca')
  const found = panel(seeker, 'Pronađi tim').getByRole('listitem').filter({ hasText: 'Puna Kuća' })
  await expect(found).toContainText('Tim je popunjen.')
  await expect(seeker.getByRole('button', { name: 'Pošalji zahtjev timu Puna Kuća' })).toHaveCount(
    0,
  )
  const free = await people.captain('Ponuda Dana')
  await seeker.goto(`/player?team=${free.team_id}`)
  await expect(offer).toContainText('Ponuda Dana')
  await checkState(seeker, 'card-team-offered')
  await offer.getByRole('button', { name: 'Pošalji zahtjev timu Ponuda Dana' }).click()
  await expect(seeker.getByRole('heading', { name: 'Zahtjev timu Ponuda Dana' })).toBeVisible()
  const other = seeker.getByText('Skenirali ste QR kod drugog tima.', { exact: false })
  await expect(other).toBeHidden()
  await seeker.goto('/player?team=drugi-tim')
  await expect(other).toBeVisible()
})

/** How long the card welcomes a new member (ms). */
const WELCOME_MS = 8_000

test('a request reaches the captain on any screen, and the player sees each decision without a reload', async ({
  page: captain,
  people,
  phone,
}) => {
  await captain.clock.install()
  await foundTeam(captain, people, 'Tiha Voda')
  await openScreen(captain, 'Poredak')
  const player = await phone()
  await player.clock.install()
  // Hold the timer that ends the welcome, so that it stays until a tap.
  await holdTimers(player, WELCOME_MS, WELCOME_MS)
  const { nickname } = await askToJoin(player, people, 'brijeg', 'Tiha Voda')
  await nextRefresh(captain, 'listInvites')
  await expectToast(captain, `Novi zahtjev: ${nickname}`)
  await expect(
    captain.getByRole('navigation').getByRole('link', { name: 'Tim (1 novi zahtjev)' }),
  ).toBeVisible()
  // The card shows the request too, because captains look at it most.
  await openScreen(captain, 'Kartica')
  await expectUsable(captain, 'card-request')
  await captain.getByRole('button', { name: `Prihvati zahtjev: ${nickname}` }).click()
  await expect(panel(captain, 'Zahtjevi za pridruživanje')).toBeHidden()
  await captain.getByRole('navigation').getByRole('link', { name: 'Tim', exact: true }).click()
  await nextRefresh(player)
  const welcome = player.getByRole('article').getByText('Sada ste u timu Tiha Voda.')
  await expect(welcome).toBeVisible()
  await passTime(player, 4_000)
  await expect(welcome).toBeVisible()
  await expect(player.getByRole('heading', { level: 1, name: 'Tiha Voda' })).toBeVisible()
  await player.getByRole('heading', { level: 1, name: 'Tiha Voda' }).click()
  await expect(welcome).toBeHidden()
  await openScreen(player, 'Tim')
  await expect(panel(player, 'Članovi')).toContainText(nickname)
  await expect(player.getByRole('button', { name: /Ukloni iz tima/ })).toHaveCount(0)
  await expect(player.getByRole('button', { name: 'Raspusti tim' })).toHaveCount(0)

  const remove = captain.getByRole('button', { name: `Ukloni iz tima: ${nickname}` })
  await remove.click()
  const dialog = captain.getByRole('alertdialog', { name: `Ukloniti iz tima: ${nickname}?` })
  await expect(dialog).toContainText('Bodovi ostaju timu.')
  await checkState(captain, 'team-remove-member')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  await expect(dialog).toBeHidden()
  await remove.click()
  await dialog.getByRole('button', { name: 'Ukloni iz tima' }).click()
  await expectToast(captain, `Više nije u timu: ${nickname}`)
  await expect(panel(captain, 'Članovi')).toContainText('1 član')

  await nextRefresh(player)
  await expect(player.getByText('Više niste u timu Tiha Voda.')).toBeVisible()
  await expect(
    player.getByText('Napustili ste ga, kapetan vas je uklonio iz njega ili je raspušten.'),
  ).toBeVisible()
  await expect(player.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await checkState(player, 'card-team-gone')
  await openScreen(player, 'Kartica')
  await foundByHand(player, 'Nova Ekipa')
  // After founding, the player sees the card.
  await expect(player.getByRole('heading', { level: 1, name: 'Nova Ekipa' })).toBeVisible()
  await openScreen(player, 'Tim')
  await expect(panel(player, 'Dodjele bodova')).toContainText('Još nema dodjela.')
  await expect(panel(player, 'Zahtjevi za pridruživanje')).toContainText('Nema novih zahtjeva.')
  const toasts = await player.evaluate(() => window.toasts)
  expect(toasts, 'the card said it').not.toContain('Više niste u timu Tiha Voda.')
})

test('a captain can disband the team, which looks different from leaving, only by typing its name', async ({
  page: captain,
  people,
}) => {
  await foundTeam(captain, people, 'Čudna Šuma')
  const younger = await people.player('mladji')
  await addMember(captain, younger)
  await captain.goto('/player/tim')
  const disbanding = captain.getByRole('region', { name: 'Raspuštanje tima' })
  await expect(disbanding).toContainText(
    'Tim i njegovi bodovi nestaju za sve članove. To se ne može poništiti.',
  )
  await expect(disbanding.getByRole('button', { name: 'Napusti tim' })).toHaveCount(0)
  const colorOf = (button: ReturnType<Page['getByRole']>) =>
    button.evaluate((element) => [...element.classList].filter((name) => /^bg-/.test(name)))
  await captain.getByRole('button', { name: 'Napusti tim' }).click()
  const leaving = captain.getByRole('alertdialog', { name: 'Napustiti tim Čudna Šuma?' })
  await expect(leaving).toContainText('Kapetan postaje član koji je u timu najdulje.')
  await expect(leaving).toContainText(
    'Bodovi ostaju timu. Za povratak je potreban novi zahtjev ili kapetanov poziv.',
  )
  expect(await colorOf(leaving.getByRole('button', { name: 'Napusti tim' }))).toEqual(['bg-accent'])
  await leaving.getByRole('button', { name: 'Odustani' }).click()

  await disbanding.getByRole('button', { name: 'Raspusti tim' }).click()
  const dialog = captain.getByRole('alertdialog', { name: 'Raspustiti tim Čudna Šuma?' })
  const name = dialog.getByRole('textbox', { name: 'Naziv tima' })
  const confirm = dialog.getByRole('button', { name: 'Raspusti tim' })
  await expect(dialog.getByText('Za potvrdu upišite naziv tima.')).toBeVisible()
  await checkState(captain, 'team-disband')
  await expect(confirm).toBeDisabled()
  await name.fill('Čudna Livada')
  await expect(confirm).toBeDisabled()
  await name.press('Enter')
  // Only the dialog's buttons close it, because a tap beside it may be a slip.
  await captain.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await name.fill('Čudna Šuma')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  await disbanding.getByRole('button', { name: 'Raspusti tim' }).click()
  await expect(name).toHaveValue('')

  // The field reports a name that only the server refuses.
  const message = await refuseCall(captain, 'disbandTeam', 'TEAM_NAME_MISMATCH')
  await name.fill(' cudna  SUMA')
  expect(await colorOf(confirm)).toEqual(['bg-danger'])
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await name.fill(' cudna SUMA')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await captain.unrouteAll()
  await confirm.click()
  await expectToast(captain, 'Raspušten je tim Čudna Šuma.')
  await expect(captain.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  expect((await callAs(younger, 'currentUser', {})).user.team).toBeNull()
})

/** Records each frame in which the card's screen names the team. */
async function watchForTeam(page: Page, name: string): Promise<() => Promise<string[]>> {
  await page.evaluate((old) => {
    const frames: string[] = []
    Object.assign(window, { frames })
    const look = () => {
      const shown = document.querySelector('main')?.innerText ?? ''
      if (location.pathname === '/player' && shown.includes(old)) frames.push(shown)
      requestAnimationFrame(look)
    }
    look()
  }, name)
  return async () => await page.evaluate(() => (window as unknown as { frames: string[] }).frames)
}

test('fault 62: no frame shows the card of a team that was left or disbanded', async ({
  page,
  people,
}) => {
  const name = 'Zadnji Gasi Svjetlo'
  const noTeam = page.getByRole('heading', { level: 1, name: 'Još niste u timu' })
  const dialog = page.getByRole('alertdialog')
  /** Leaves or disbands the team while readings wait for their answers. */
  const endTeam = async (way: 'Napusti tim' | 'Raspusti tim', said: string) => {
    const frames = await watchForTeam(page, name)
    const isUser = isCall('currentUser')
    const held: { readonly url: URL; readonly release: () => void }[] = []
    await page.route(
      (url) => isUser(url) || isCall('listTeams')(url),
      async (route) => {
        const url = new URL(route.request().url())
        await new Promise<void>((release) => held.push({ url, release }))
        await route.continue()
      },
    )
    await dialog.getByRole('button', { name: way }).click()
    await expectToast(page, said)
    await expect(noTeam).toBeVisible()
    await expect(page).toHaveURL('/player')
    await expect.poll(() => held.some(({ url }) => isUser(url))).toBe(true)
    const answered = page.waitForResponse((response) => isUser(new URL(response.url())))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const { release } of held) release()
    await (await answered).finished()
    await expect(noTeam).toBeVisible()
    expect(await frames()).toEqual([])
  }

  await people.captain('Ostaje Upaljeno')
  await foundTeam(page, people, 'Zadnji Gasi Svjetlo')
  await openScreen(page, 'Tim')
  await page.getByRole('button', { name: 'Napusti tim' }).click()
  await expect(dialog).toContainText('U timu nema nikoga drugog, pa se izlaskom raspušta')
  await endTeam('Napusti tim', `Više niste u timu ${name}.`)
  await expect(
    page.getByText('Napustili ste ga, kapetan vas je uklonio iz njega ili je raspušten.'),
  ).toBeHidden()
  await page.reload()
  await (await wantToJoin(page)).fill('zadnji gasi')
  await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
  await page.getByRole('button', { name: 'Natrag' }).click()
  await foundByHand(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await openScreen(page, 'Tim')
  await page.getByRole('button', { name: 'Raspusti tim' }).click()
  await dialog.getByRole('textbox').fill(name)
  await endTeam('Raspusti tim', `Raspušten je tim ${name}.`)
})
