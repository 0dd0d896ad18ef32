import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { changeAnswers, isCall } from '../support/answers'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { askToJoin, foundTeam, joinTeam, nextRefresh, openPlace, panel, teamIdOf } from '../support/teams'

test.use({ stream: false })

test('rules 2 and 3: founding a team shows each error at the field', async ({ page, people, phone }) => {
  await foundTeam(await phone(), people, 'Đavolji Šešir')
  await people.signUp(page, 'ana')
  await page.goto('/player')
  const form = panel(page, 'Osnuj tim')
  const name = form.getByRole('textbox', { name: 'Naziv tima' })
  await form.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Upišite naziv od 2 do 40 znakova. Ne miješajte latinicu i ćirilicu u istoj riječi; posebni znakovi nisu dopušteni.',
  )
  await name.fill('  DAVOLJI   sesir ')
  await expect(form.getByRole('alert')).toBeHidden()
  await form.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(form.getByRole('alert')).toHaveText('Tim s tim nazivom već postoji. Odaberite drugi naziv.')
  await expectAccessible(page)
  await name.fill('Anđeoski Šešir')
  await form.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByText('Osnovan je tim Anđeoski Šešir.')).toBeVisible()
  await expect(page.getByRole('article').getByText('1 član')).toBeVisible()
})

test('rule 4: a player asks, withdraws and asks again; the captain rejects the request, and the player’s phone shows that without a reload', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Zelene Rode')
  await openPlace(captain, 'Tim')
  await expect(panel(captain, 'Zahtjevi za pridruživanje')).toContainText('Nema novih zahtjeva.')
  await page.clock.install()
  const player = await askToJoin(page, people, 'roda', 'Zelene Rode')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Povuci zahtjev' }).click()
  await expect(page.getByText('Zahtjev je povučen.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expect(page.getByText('Zahtjev timu Zelene Rode više nije aktivan.')).toBeHidden()

  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('Zelene Rode')
  await page.getByRole('button', { name: 'Pošalji zahtjev timu Zelene Rode' }).click()
  await expect(page.getByText('Zahtjev je poslan. Čeka se odluka kapetana.')).toBeVisible()
  await captain.reload()
  await expect(panel(captain, 'Zahtjevi za pridruživanje')).toContainText('1 novi zahtjev')
  await expectAccessible(captain)
  await captain.getByRole('button', { name: `Odbij zahtjev: ${player.nickname}` }).click()
  await expect(captain.getByText('Zahtjev je odbijen.')).toBeVisible()
  await expect(panel(captain, 'Zahtjevi za pridruživanje')).toContainText('Nema novih zahtjeva.')

  await nextRefresh(page)
  await expect(page.getByText('Zahtjev timu Zelene Rode više nije aktivan.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expectAccessible(page)
})

test('rule 4: a full team accepts nobody, and captain and players are told so', async ({ page: captain, people, phone }) => {
  await foundTeam(captain, people, 'Puna Kuća')
  const [first, second, third] = [await phone(), await phone(), await phone()]
  const late = await askToJoin(third, people, 'treci', 'Puna Kuća')
  await joinTeam({ captain, player: first }, people, 'prvi', 'Puna Kuća')
  await joinTeam({ captain, player: second }, people, 'drugi', 'Puna Kuća')

  const invites = panel(captain, 'Zahtjevi za pridruživanje')
  await expect(invites.getByText('Tim je popunjen.')).toBeVisible()
  await expect(invites.getByRole('button', { name: `Prihvati zahtjev: ${late.nickname}` })).toBeDisabled()
  await expect(invites.getByRole('button', { name: `Odbij zahtjev: ${late.nickname}` })).toBeEnabled()
  await expectAccessible(captain)

  const seeker = await phone()
  await people.signUp(seeker, 'cetvrti')
  await seeker.goto(`/player?team=${await teamIdOf(captain)}`)
  await expect(panel(seeker, 'Skenirali ste QR kod ovog tima')).toContainText('Tim je popunjen.')
  await seeker.getByRole('searchbox', { name: 'Naziv tima' }).fill('puna kuca')
  await expect(panel(seeker, 'Pronađi tim').getByText('Tim je popunjen.')).toBeVisible()
  await expect(seeker.getByRole('button', { name: 'Pošalji zahtjev timu Puna Kuća' })).toHaveCount(0)
  await expectAccessible(seeker)
})

test('rule 5: the captain removes a member, whose card shows that without a reload', async ({ page: captain, people, phone }) => {
  await foundTeam(captain, people, 'Tiha Voda')
  const player = await phone()
  await player.clock.install()
  const member = await joinTeam({ captain, player }, people, 'brijeg', 'Tiha Voda')
  await openPlace(player, 'Tim')
  await expect(panel(player, 'Članovi')).toContainText(member.nickname)
  await expect(player.getByRole('button', { name: /Ukloni iz tima/ })).toHaveCount(0)
  await expect(player.getByRole('button', { name: 'Raspusti tim' })).toHaveCount(0)

  await captain.getByRole('button', { name: `Ukloni iz tima: ${member.nickname}` }).click()
  const dialog = captain.getByRole('alertdialog', { name: `Ukloniti iz tima: ${member.nickname}?` })
  await expect(dialog).toContainText('Bodovi ostaju timu.')
  await expectAccessible(captain)
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  await expect(dialog).toBeHidden()
  await captain.getByRole('button', { name: `Ukloni iz tima: ${member.nickname}` }).click()
  await dialog.getByRole('button', { name: 'Ukloni iz tima' }).click()
  await expect(captain.getByText(`Više nije u timu: ${member.nickname}`)).toBeVisible()
  await expect(panel(captain, 'Članovi')).toContainText('1 član')

  await nextRefresh(player)
  await expect(player.getByText('Više niste u timu Tiha Voda.')).toBeVisible()
  await expect(player.getByText('Tim je raspušten ili vas je kapetan uklonio iz njega.')).toBeVisible()
  await expect(player.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
})

test('rule 5: a member leaves, and the card of their next team starts afresh', async ({ page: captain, people, phone }) => {
  await foundTeam(captain, people, 'Stara Ekipa')
  const player = await phone()
  await joinTeam({ captain, player }, people, 'selica', 'Stara Ekipa')
  await openPlace(player, 'Tim')
  await player.getByRole('button', { name: 'Napusti tim' }).click()
  const dialog = player.getByRole('alertdialog', { name: 'Napustiti tim Stara Ekipa?' })
  await expect(dialog).toContainText('Bodovi ostaju timu. Za povratak je potreban novi zahtjev.')
  await dialog.getByRole('button', { name: 'Napusti tim' }).click()
  await expect(player.getByText('Više niste u timu Stara Ekipa.')).toBeVisible()
  await expect(player.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expect(player.getByText('Tim je raspušten ili vas je kapetan uklonio iz njega.')).toBeHidden()

  await player.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Nova Ekipa')
  await player.getByRole('button', { name: 'Osnuj tim' }).click()
  await openPlace(player, 'Tim')
  await expect(panel(player, 'Dodjele bodova')).toContainText('Još nema dodjela.')
  await expect(panel(player, 'Zahtjevi za pridruživanje')).toContainText('Nema novih zahtjeva.')
})

test('rule 5: when the captain leaves, the longest-standing member becomes captain', async ({ page: captain, people, phone }) => {
  await foundTeam(captain, people, 'Štafeta')
  const [older, younger] = [await phone(), await phone()]
  await older.clock.install()
  const heir = await joinTeam({ captain, player: older }, people, 'stariji', 'Štafeta')
  await joinTeam({ captain, player: younger }, people, 'mladji', 'Štafeta')
  await captain.getByRole('button', { name: 'Napusti tim' }).click()
  await expect(captain.getByRole('alertdialog')).toContainText('Kapetan postaje član koji je u timu najdulje.')
  await captain.getByRole('alertdialog').getByRole('button', { name: 'Napusti tim' }).click()
  await expect(captain.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()

  await nextRefresh(older)
  await openPlace(older, 'Tim')
  const own = panel(older, 'Članovi').getByRole('listitem').filter({ hasText: heir.nickname })
  await expect(own).toContainText('Kapetan')
  await expect(older.getByRole('button', { name: 'Raspusti tim' })).toBeVisible()
  await expect(panel(older, 'Zahtjevi za pridruživanje')).toBeVisible()
})

test('rule 5: the team ends with its last member, and its name is free again', async ({ page, people }) => {
  await foundTeam(page, people, 'Zadnji Gasi Svjetlo')
  await openPlace(page, 'Tim')
  await page.getByRole('button', { name: 'Napusti tim' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('U timu nema nikoga drugog, pa se izlaskom raspušta')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Napusti tim' }).click()
  await expect(page.getByText('Više niste u timu Zadnji Gasi Svjetlo.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('zadnji gasi')
  await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Zadnji Gasi Svjetlo')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zadnji Gasi Svjetlo' })).toBeVisible()
})

test('rule 6: the captain can disband the team only by typing its name', async ({ page: captain, people, phone }) => {
  await foundTeam(captain, people, 'Čudna Šuma')
  const player = await phone()
  await player.clock.install()
  await joinTeam({ captain, player }, people, 'panj', 'Čudna Šuma')

  await captain.getByRole('button', { name: 'Raspusti tim' }).click()
  const dialog = captain.getByRole('alertdialog', { name: 'Raspustiti tim Čudna Šuma?' })
  const name = dialog.getByRole('textbox', { name: 'Naziv tima' })
  await expect(dialog.getByText('Za potvrdu upišite naziv tima.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Raspusti tim' })).toBeDisabled()
  await name.fill('Čudna Livada')
  await expect(dialog.getByRole('button', { name: 'Raspusti tim' })).toBeDisabled()
  await name.press('Enter')
  await expect(dialog).toBeVisible()
  await expectAccessible(captain)
  await expectFitsSmallPhone(captain)

  await name.fill('Čudna Šuma')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  await captain.getByRole('button', { name: 'Raspusti tim' }).click()
  await expect(name).toHaveValue('')

  await name.fill(' cudna  SUMA')
  await dialog.getByRole('button', { name: 'Raspusti tim' }).click()
  await expect(captain.getByText('Raspušten je tim Čudna Šuma.')).toBeVisible()
  await expect(captain.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await nextRefresh(player)
  await expect(player.getByText('Više niste u timu Čudna Šuma.')).toBeVisible()
})

test('rule 6: a name that the server refuses is reported at the field', async ({ page, people }) => {
  await foundTeam(page, people, 'Krivo Ime')
  await openPlace(page, 'Tim')
  const refusal = {
    status: 'KO',
    code: 'TEAM_NAME_MISMATCH',
    message: 'Naziv se ne podudara s nazivom tima. Upišite ga ponovno.',
    server_time: new Date().toISOString(),
  }
  await page.route(isCall('disbandTeam'), (route) => route.fulfill({ json: refusal }))
  await page.getByRole('button', { name: 'Raspusti tim' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Naziv tima' }).fill('Krivo Ime')
  await dialog.getByRole('button', { name: 'Raspusti tim' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(refusal.message)
  await dialog.getByRole('textbox', { name: 'Naziv tima' }).fill('Krivo Im')
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('a request that the server refuses says why, and the list is reloaded', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Kratki Vijek')
  await people.signUp(page, 'spori')
  await page.goto('/player')
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('Kratki Vijek')
  const ask = page.getByRole('button', { name: 'Pošalji zahtjev timu Kratki Vijek' })
  await expect(ask).toBeVisible()
  await openPlace(captain, 'Tim')
  await captain.getByRole('button', { name: 'Napusti tim' }).click()
  await captain.getByRole('alertdialog').getByRole('button', { name: 'Napusti tim' }).click()
  await expect(captain.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()

  await ask.click()
  await expect(page.getByText('Tim nije pronađen. Možda je raspušten.')).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
})

test('a request without a response can be sent again', async ({ page, people, phone }) => {
  await foundTeam(await phone(), people, 'Gluhi Telefon')
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('Gluhi Telefon')
  const ask = page.getByRole('button', { name: 'Pošalji zahtjev timu Gluhi Telefon' })
  await page.route(isCall('joinTeam'), (route) => route.abort())
  await ask.click()
  await expect(page.getByText('Došlo je do pogreške.')).toBeVisible()
  await page.unrouteAll()
  await ask.click()
  await expect(page.getByText('Zahtjev je poslan. Čeka se odluka kapetana.')).toBeVisible()
})

test('a team whose QR code was opened is offered first, or reported as gone', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Ponuda Dana')
  const teamId = await teamIdOf(captain)
  await people.signUp(page, 'ana')
  await page.goto('/player?team=nema-tima')
  await expect(panel(page, 'Skenirali ste QR kod tima')).toContainText('Tim nije pronađen. Možda je raspušten.')
  await expectAccessible(page)
  await page.goto(`/player?team=${teamId}`)
  const offer = panel(page, 'Skenirali ste QR kod ovog tima')
  await expect(offer).toContainText('Ponuda Dana')
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
  await offer.getByRole('button', { name: 'Pošalji zahtjev timu Ponuda Dana' }).click()
  await expect(page.getByRole('heading', { name: 'Zahtjev timu Ponuda Dana' })).toBeVisible()
  await expect(page.getByText('Skenirali ste QR kod drugog tima.', { exact: false })).toBeHidden()
  await page.goto('/player?team=drugi-tim')
  await expect(page.getByText('Skenirali ste QR kod drugog tima.', { exact: false })).toBeVisible()
})

test('before the first team the finder is empty', async ({ page, people }) => {
  await people.signUp(page, 'prva')
  await changeAnswers(page, 'listTeams', () => ({ teams: [] }))
  await page.goto('/player')
  await expect(panel(page, 'Pronađi tim')).toContainText('Još nema nijednog tima. Osnujte prvi.')
  await expectAccessible(page)
})

/** Notes each frame in which the card's screen names the team. */
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

for (const [way, name, leave] of [
  [
    'disbanded',
    'Gotova Priča',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Raspusti tim' }).click()
      await page.getByRole('alertdialog').getByRole('textbox').fill('Gotova Priča')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Raspusti tim' }).click()
    },
  ],
  [
    'left',
    'Zadnji Izlazak',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Napusti tim' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Napusti tim' }).click()
    },
  ],
] as const) {
  test(`fault 62: no frame shows the card of a team that was ${way}, however slow the next reading is`, async ({
    page,
    people,
  }) => {
    await foundTeam(page, people, name)
    await openPlace(page, 'Tim')
    await expect(page.getByRole('button', { name: 'Napusti tim' })).toBeVisible()
    const frames = await watchForTeam(page, name)
    const held: (() => void)[] = []
    await page.route(
      (url) => isCall('currentUser')(url) || isCall('listTeams')(url),
      async (route) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await route.continue()
      },
    )
    await leave(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Još niste u timu' })).toBeVisible()
    await expect(page).toHaveURL('/player')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const answered = page.waitForResponse((response) => isCall('currentUser')(new URL(response.url())))
    for (const release of held) release()
    await answered
    await expect(page.getByRole('heading', { level: 1, name: 'Još niste u timu' })).toBeVisible()
    expect(await frames()).toEqual([])
  })
}
