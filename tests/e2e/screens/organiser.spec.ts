import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { awardState, storedAwards, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { correct, holdAward, waitingOf } from '../support/control-room'
import { windBackDevices, windBackMessages } from '../support/game-database'
import { expect, test } from '../support/journey'
import { passTime } from '../support/pass-time'
import { readQr } from '../support/read-qr'
import { foundTeam, openScreen, panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import {
  checkState,
  expectFits,
  expectGoodOnPhoneAndDesktop,
  expectUsable,
  WIDTHS,
} from '../support/usable'

const TWENTY_MINUTES_MS = 20 * 60_000

const LONGEST_NAME = 'P'.padEnd(40, 'W8')

test('an organiser’s message stays on every screen of the game until it is closed', async ({
  page: card,
  people,
  phone,
  game,
}) => {
  const [booth, desk] = [await phone(), await phone()]
  const streams = [card, booth].map((page) => page.waitForResponse(/\/api\/live/))
  await foundTeam(card, people, 'Slušatelji')
  const { user } = await callAs(card, 'currentUser', {})
  await people.signIn(booth, 'iva')
  await booth.goto(`/qr/${user.team?.team_id}`)
  await Promise.all(streams)
  await people.signIn(desk, 'ana')
  await desk.goto('/organizator?dio=poruke')
  const send = async (to: string, text: string) => {
    await desk.getByLabel(to).check()
    await desk.getByLabel('Poruka', { exact: true }).fill(text)
    await desk.getByRole('button', { name: 'Pošalji poruku' }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Pošalji poruku' }).click()
    await expect(desk.getByRole('alertdialog')).toBeHidden()
  }
  // One character too many: the form says so, keeps the text, and sends nothing.
  await desk.getByLabel('Poruka', { exact: true }).fill('x'.repeat(281))
  await expect(desk.getByText('Predugo za 1 znak.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Pošalji poruku' })).toBeDisabled()
  // A message withdrawn within ten minutes disappears everywhere.
  await send('Svima', 'Poruka s pogreškom.')
  await expectToast(desk, /^Poruka je poslana: svi \(\d+\)\.$/)
  await expect(booth.getByRole('button', { name: 'Poruka s pogreškom.' })).toBeVisible()
  await correct(desk, 'Povuci poruku')
  await expect(booth.getByText('Poruka s pogreškom.')).toHaveCount(0)
  await expect(card.getByText('Poruka s pogreškom.')).toHaveCount(0)
  await expect(desk.getByText('Poruka s pogreškom.')).toHaveCount(0)
  const closing =
    'Zatvaramo u 18 h. Podijelite preostale bodove do 17:45 i pričekajte da sve bude upisano.'
  await send('Svima', closing)

  await expect(booth.getByRole('button', { name: closing })).toBeVisible()
  await booth.getByRole('button', { name: closing }).click()
  await expect(booth.getByRole('dialog').getByText(closing, { exact: true })).toBeVisible()
  await booth.getByRole('dialog').getByRole('button', { name: 'Zatvori poruku' }).click()
  await expect(booth.getByRole('dialog')).toBeHidden()
  await expect(booth.getByText(closing)).toBeHidden()
  await booth.goto('/vendor')
  await expect(booth.getByRole('heading', { level: 1 })).toBeVisible()

  const line = card.getByRole('main').locator('[data-message]')
  const notes = card
    .getByRole('dialog')
    .getByRole('list', { name: 'Poruke organizatora' })
    .getByRole('listitem')
  await expect(line).toContainText(closing)
  await send('Igračima', 'Ručak je u hali B.')
  await line.getByRole('button', { name: /Ručak je u hali B\.$/ }).click()
  await expect(notes).toContainText(['Ručak je u hali B.', closing])
  await expect(notes).toContainText([/Organizator\s· \d\d:\d\d/, closing])
  await expectUsable(card, 'messages')
  await card.keyboard.press('Escape')
  await expect(booth.getByText('Ručak je u hali B.')).toHaveCount(0)
  await expect(booth.getByText(closing)).toHaveCount(0)
  await card.getByRole('button', { name: /^Račun.*2 nepročitane poruke$/ }).click()
  await card.getByRole('menuitem', { name: 'Poruke organizatora' }).click()
  await expect(card.getByRole('dialog').getByRole('listitem').first()).toContainText(
    /Ručak je u hali B\.\d\d:\d\d/,
  )
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-messages')
  await card.getByRole('button', { name: 'Zatvori' }).last().click()
  await expect(card.getByRole('button', { name: /^Račun: Ana Anić$/ })).toBeVisible()
  // Messages that were read but not closed stay, even without a network.
  await card.context().setOffline(true)
  await openScreen(card, 'Tim')
  await openScreen(card, 'Kartica')
  await expect(line).toContainText('Ručak je u hali B.')
  await line.getByRole('button', { name: 'Zatvori poruku' }).click()
  await expect(line).toContainText('Zatvaramo u 18 h')
  await card.context().setOffline(false)
  await card.reload()
  await expect(line).toContainText('Zatvaramo u 18 h')
  await windBackMessages(game.databaseUrl)
})

test('the help desk signs a player in, voids an award, renames a team and freezes the ranking', async ({
  page: card,
  people,
  phone,
  browser,
  game,
}) => {
  const [desk, hall] = [await phone(), await phone()]
  const captain = await people.signUp(card, 'kapetan')
  const { team_id } = await callAs(card, 'createTeam', { team_name: 'Uvreda Svima' })
  await card.goto('/player')
  const booth = await people.staff('iva')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  const news = panel(card, 'Posljednji bodovi')
  await expect(news).toContainText('Pobjeda')

  await people.signIn(desk, 'ana')
  await desk.goto('/organizator?dio=trazi')
  await expect(desk.getByRole('searchbox')).toBeFocused()
  await desk.keyboard.type(captain.mobile)
  await expect(desk.getByText(`Nađeno po: broj mobitela (${captain.mobile})`)).toBeVisible()
  await expectUsable(desk, 'organiser-search')
  await desk.getByRole('button', { name: 'Link za prijavu' }).click()
  const link = await readQr(desk.getByRole('img', { name: 'QR kod s linkom za prijavu' }))
  await checkState(desk, 'organiser-link')
  // No toast may cover the dialog's only instruction.
  await expect(desk.locator('[data-sonner-toast]')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Kopiraj link' }).click()
  await expectToast(desk, 'Link nije kopiran. Neka osoba skenira kod.')
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.getByRole('button', { name: 'Kopiraj link' }).click()
  await expectToast(desk, 'Link je kopiran.')
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await hall.goto(link)
  await expect(hall.getByRole('heading', { level: 1, name: 'Uvreda Svima' })).toBeVisible()
  await desk.getByRole('button', { name: 'Zatvori' }).last().click()
  // The help desk makes no link for an organiser.
  await desk.getByRole('searchbox').fill('+385911234599')
  await expect(desk.getByText('Ana Babić (ana)')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Link za prijavu' })).toHaveCount(0)
  // A team's whole name lists the team before its members.
  for (const viewport of WIDTHS) {
    await desk.setViewportSize(viewport)
    await desk.getByRole('button', { name: 'Pretraga', exact: true }).click()
    await desk.getByRole('searchbox').fill('uvreda svima')
    await expect(desk.getByRole('heading', { level: 2 })).toHaveText([/^1\stim$/, /^1\sosoba$/])
    await desk.getByRole('searchbox').fill('')
  }
  await desk.setViewportSize(WIDTHS[0])
  await desk.getByRole('searchbox').fill(captain.mobile)

  await desk.getByRole('button', { name: 'Uvreda Svima' }).first().click()
  await correct(desk, 'Poništi', { Razlog: 'Dodijeljeno krivom timu' })
  await expect(desk.getByText(/Dodijeljeno krivom timu/).first()).toBeVisible()
  await expect(news).toContainText('Poništeno')
  // As on every screen, a team without points has no place.
  await expect(desk.getByText('Mjesto: –')).toBeVisible()
  // The points were right after all, so correct them back.
  await correct(desk, 'Ispravi bodove', { Bodovi: '25', Razlog: 'Ipak točno' })
  await expectToast(desk, 'Bodovi su ispravljeni.')
  // The next correction begins with the usual reason.
  const dialog = desk.getByRole('alertdialog')
  await desk.getByRole('button', { name: 'Ispravi bodove' }).click()
  await expect(dialog.getByLabel('Razlog')).toHaveValue('Ispravak na info pultu')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  // The dialog keeps a refused name and says why.
  await desk.getByRole('button', { name: 'Preimenuj' }).first().click()
  await dialog.getByLabel('Novi naziv').fill('Organizator')
  await dialog.getByRole('button', { name: 'Preimenuj' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/\p{L}/u)
  await expect(dialog.getByLabel('Novi naziv')).toHaveValue('Organizator')
  await expectUsable(desk, 'organiser-correction')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  await correct(desk, 'Preimenuj', { 'Novi naziv': 'Dobra Volja' })
  await expectToast(desk, 'Tim ima novi naziv.')
  await expect(card.getByRole('heading', { level: 1, name: 'Dobra Volja' })).toBeVisible()

  await hall.goto('/poredak')
  const row = hall.getByRole('listitem').filter({ hasText: 'Dobra Volja' }).first()
  await expect(row).toContainText('25 bodova')
  // The longest name, as one word, fits the ranking and a search.
  await people.captain(LONGEST_NAME)
  await desk.goto('/organizator?dio=trazi')
  await desk.getByRole('searchbox').fill(LONGEST_NAME)
  await expect(desk.getByRole('heading', { level: 2 })).toHaveText([/^1\stim$/, /^1\sosoba$/])
  await expectFits(desk)
  await desk.goto('/organizator?dio=poredak')
  await expect(desk.getByRole('button', { name: LONGEST_NAME })).toBeVisible()
  await expectFits(desk)
  await correct(desk, 'Zamrzni poredak')
  await expect(hall.getByText('Poredak je zamrznut').first()).toBeVisible()
  // Screens show times in the event's zone, even to somebody in another zone.
  const far = await browser.newContext({
    baseURL: game.url,
    locale: 'hr-HR',
    timezoneId: 'Asia/Tokyo',
  })
  const elsewhere = await far.newPage()
  await elsewhere.goto('/poredak')
  await expect(elsewhere.getByText(/^Stanje u/)).toHaveText(
    (await hall.getByText(/^Stanje u/).textContent()) ?? '',
  )
  await far.close()
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  // In a freeze the team sees its own new points, and the hall does not.
  await expect(news).toContainText('Sudjelovanje')
  await hall.reload()
  await expect(row).toContainText('25 bodova')
  await desk.reload()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Dobra Volja' })).toContainText('30')
  await correct(desk, 'Otkrij poredak')
  await expect(row).toContainText('30 bodova')
})

test('an odd pattern accuses nobody, and leads to the history in which a dispute can be settled', async ({
  page: desk,
  people,
}) => {
  const name = `Brzi Dodiri ${process.pid}`
  const { team_id } = await people.captain(name)
  // At a booth of few awards, this team gets more than half, whatever other journeys gave.
  const booth = await people.staff('zoran')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje', queued_ms: 7_200_000 })
  const awards = Array.from({ length: 31 }, () => ({
    team_id,
    point_type: 'sudjelovanje',
    award_id: randomUUID(),
    queued_ms: 0,
  }))
  await callAs(booth, 'awardMany', { awards })
  const dated = `Davni Bodovi ${process.pid}`
  const { team_id: datedId } = await people.captain(dated)
  const old = Array.from({ length: 30 }, (_, hours) => ({
    team_id: datedId,
    point_type: 'sudjelovanje',
    award_id: randomUUID(),
    queued_ms: (hours + 2) * 3_600_000,
  }))
  await callAs(booth, 'awardMany', { awards: old })

  await people.signIn(desk, 'ana')
  await desk.goto('/organizator')
  const odd = panel(desk, 'Vrijedi pogledati')
  const favourite = odd
    .getByRole('listitem')
    .filter({ hasText: `${name}, Nestalni štand: 31 dodjela u jednom satu` })
  await expect(favourite).toBeVisible()
  const fast = odd
    .getByRole('listitem')
    .filter({ hasText: /zoran, Nestalni štand: \d+\sdodjel\S+ više od 30 u minuti/ })
    .first()
  await expect(fast.getByRole('link', { name: /^Povijest tima: / })).toBeVisible()
  const burst = odd
    .getByRole('listitem')
    .filter({ hasText: 'Mnogo starih dodjela odjednom' })
    .filter({ hasText: dated })
  await expect(burst).toContainText(
    `30 dodjela za tim ${dated} u jednom satu, sve starije od sata.`,
  )
  await expect(burst.getByRole('link', { name: `Povijest tima: ${dated}` })).toBeVisible()
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-odd')
  await fast.getByRole('link', { name: 'Nestalni štand' }).click()
  await expect(desk).toHaveURL(/stand=nestalni/)
  await expect(desk.getByRole('heading', { name: 'Nestalni štand' })).toBeVisible()
  await checkState(desk, 'organiser-booth')
  await desk.goBack()
  await favourite.getByRole('link', { name: `Povijest tima: ${name}` }).click()
  await expect(desk.getByRole('heading', { name })).toBeVisible()
  const history = desk.getByRole('region', { name: 'Povijest tima' })
  await expect(history.getByText('stiglo 2 sata kasnije')).toHaveCount(1)
  await checkState(desk, 'organiser-team')
})

test('the organiser sees a silent booth and its waiting awards, which arrive with the time they were made', async ({
  page: booth,
  people,
  phone,
  game,
}) => {
  const desk = await phone()
  const { team_id } = await people.captain('Strpljiva Ekipa')
  await people.signIn(desk, 'ana')
  await booth.clock.install()
  const deliver = await holdAward(booth, people, team_id, desk)
  await tap(booth)
  // If the clock jumped while storage is at work, the app would call the storage broken.
  await expect.poll(() => storedAwards(booth)).toHaveLength(2)
  await windBackDevices(game.databaseUrl, 'nestalni', TWENTY_MINUTES_MS)
  await passTime(booth, TWENTY_MINUTES_MS)

  const acts = panel(desk, 'Sada')
  const silence = acts.getByText(
    'Nestalni štand: nijedan uređaj nije povezan, posljednji put prije 20 minuta',
  )
  await desk.goto('/organizator')
  await expect(silence).toBeVisible()
  await acts.getByText(/^Na uređajima ček/).click()
  await checkState(desk, 'organiser-silent-booth')
  await expect(
    acts
      .getByRole('listitem')
      .filter({ hasText: '1 dodjela čeka, uređaj povezan prije 20 minuta' }),
  ).toBeVisible()

  await deliver()
  await expect(awardState(booth)).toHaveText('Upisano')
  await expect.poll(() => waitingOf(desk, 'zoran')).toBe(0)
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'U brojkama' })).toBeVisible()
  await expect(silence).toHaveCount(0)
  await desk.goto('/organizator?stand=nestalni')
  await expect(desk.getByRole('listitem').filter({ hasText: '(zoran)' })).toContainText(
    'uređaj povezan upravo sada',
  )
  await desk.goto(`/organizator?dio=trazi&tim=${team_id}`)
  await expect(desk.getByText('stiglo 20 minuta kasnije')).toHaveCount(2)
})

test('the help desk signs lost phones out everywhere, and saves and erases a person’s data with a reason', async ({
  page: card,
  people,
  phone,
}) => {
  const desk = await phone()
  await desk.setViewportSize(WIDTHS[0])
  const { nickname } = await foundTeam(card, people, 'Bez Mobitela')
  const team_id = (await callAs(card, 'currentUser', {})).user.team?.team_id ?? ''
  await people.signIn(desk, 'ana')
  await callAs(desk, 'adjustPoints', {
    team_id,
    points: 5,
    reason: 'Proba',
    adjustment_id: randomUUID(),
  })
  await desk.goto('/organizator?dio=trazi')
  await desk.getByRole('searchbox').fill(nickname)
  const row = desk.getByRole('listitem').filter({ hasText: `(${nickname})` })
  await row.getByRole('button', { name: 'Izgubljen mobitel' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Odjavi svugdje' }).click()
  await expect(card.getByRole('heading', { level: 1, name: 'Bez Mobitela' })).toBeHidden()
  await row.getByText('Osobni podaci').click()
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-person')
  const saved: Download[] = []
  desk.on('download', (one) => saved.push(one))
  // Without a network the code of the saved page does not load, and the browser tries again only after a reload.
  const code = /organiser-pages-|sw\.js/
  await desk.route(code, (route) => route.abort())
  await row.getByRole('button', { name: 'Spremi podatke' }).click()
  await expectToast(desk, 'Došlo je do pogreške.')
  await desk.unroute(code)
  await desk.reload()
  await desk.getByRole('searchbox').fill(nickname)
  await row.getByText('Osobni podaci').click()
  for (const viewport of WIDTHS) {
    await desk.setViewportSize(viewport)
    saved.length = 0
    await row.getByRole('button', { name: 'Spremi podatke' }).click()
    await expect.poll(() => saved.length).toBe(2)
    const files = new Map(saved.map((file) => [file.suggestedFilename(), file]))
    for (const kind of ['html', 'json']) {
      const file = files.get(`podaci-${nickname}.${kind}`)
      expect(readFileSync((await file?.path()) ?? '', 'utf8'), kind).toContain(nickname)
    }
  }
  await row.getByRole('button', { name: 'Obriši osobu' }).click()
  await expect(desk.getByRole('alertdialog')).toContainText(
    'Tim Bez Mobitela ostaje bez članova, ali s bodovima',
  )
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-erase')
  await desk.getByRole('alertdialog').getByLabel('Razlog').fill('Molba roditelja')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Obriši osobu' }).click()
  await expect(desk.getByText('Nema takve osobe ni tima.')).toBeVisible()
  await desk.goto(`/organizator?dio=trazi&tim=${team_id}`)
  await expect(desk.getByText('Tim nema članova.')).toBeVisible()
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-team-without-members')
  await desk.goto('/organizator?dio=dnevnik')
  for (const reason of ['Molba roditelja', 'Mobitel je izgubljen'])
    await expect(desk.getByText(reason).first()).toBeVisible()
})
