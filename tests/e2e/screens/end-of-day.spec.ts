import { awardState } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { correct, holdAward, waitingOf } from '../support/control-room'
import { startGameProcess } from '../support/game-process'
import { expect, test as journey } from '../support/journey'
import { chooseInMenu, panel } from '../support/teams'
import {
  checkState,
  expectGoodAtEachWidth,
  expectGoodOnPhoneAndDesktop,
  WIDTHS,
} from '../support/usable'

/** Runs on a separate server, because closed results are closed for every journey on it. */
const test = journey.extend({
  game: async ({ browserName: _any }, use) => {
    const game = await startGameProcess('end of day')
    await use(game)
    await game.stop()
  },
})
test.use({ viewport: WIDTHS[0] })

test('the desk accepts an award of a booth that comes back after the results were closed', async ({
  page: card,
  people,
  phone,
}) => {
  const [desk, booth] = [await phone(), await phone()]
  const captain = await people.signUp(card, 'pobjednik')
  const { team_id } = await callAs(card, 'createTeam', { team_name: 'Zadnji Trenutak' })
  await card.goto('/player')
  await people.signIn(desk, 'ana')
  const deliver = await holdAward(booth, people, team_id, desk)

  await desk.goto('/organizator?dio=poredak')
  await correct(desk, 'Zamrzni poredak')
  await desk.getByRole('button', { name: 'Kraj', exact: true }).click()
  const step = (title: string) =>
    desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: title }) })
  await expect(step('Tko još drži dodjele')).toContainText(
    'Nestalni štand · Zoran Babić: 1 dodjela čeka',
  )
  await expect(desk.getByRole('link', { name: '+385911234571' })).toHaveAttribute(
    'href',
    'tel:+385911234571',
  )
  await desk.getByRole('button', { name: 'Zatvori rezultate' }).click()
  await expect(desk.getByRole('alertdialog')).toContainText(
    'Na uređajima još uvijek 1 dodjela čeka.',
  )
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Zatvori rezultate' }).click()
  await expect(step('Zatvaranje rezultata')).toContainText(/Rezultati su zatvoreni od \d\d:\d\d\./)
  await expectGoodOnPhoneAndDesktop(desk, 'organiser-closed')

  await deliver()
  await expect(awardState(booth)).toHaveText(/^Odbijeno: O ovim bodovima odlučuje organizator\./)
  await expect.poll(() => waitingOf(desk, 'zoran')).toBe(0)
  const late = step('Što je stiglo kasnije')
  await desk.reload()
  await expect(late).toContainText('+5 Sudjelovanje · Zadnji Trenutak')
  await expect(late).toContainText(/Nestalni štand\s· dodijeljeno \d\d:\d\d, stiglo \d\d:\d\d/)
  await expect(panel(card, 'Posljednji bodovi')).not.toContainText('Sudjelovanje')
  await desk.getByRole('button', { name: 'Pregled', exact: true }).click()
  const acts = panel(desk, 'Sada')
  await expect(acts).toContainText('Na odluku čeka 1 zakašnjela stavka')
  await acts.getByRole('button', { name: 'Odlučite' }).click()
  await correct(desk, 'Prihvati', { Razlog: 'Štand u podrumu, bez mreže' })
  await expect(late).toContainText('Prihvaćeno')
  await checkState(desk, 'organiser-late')
  await expect(panel(card, 'Posljednji bodovi')).toContainText('Sudjelovanje')
  await correct(desk, 'Otkrij poredak')

  for (const viewport of WIDTHS) {
    await desk.setViewportSize(viewport)
    await desk.getByRole('button', { name: 'Pregled', exact: true }).click()
    const numbers = panel(desk, 'Brojke dana')
    await expect(numbers.getByRole('row', { name: 'Nestalni štand 1 5 1' })).toBeVisible()
    await expect(numbers.getByRole('row', { name: 'Sudjelovanje 1 5' })).toBeVisible()
    await expectGoodAtEachWidth(desk, 'organiser-day')
    await desk.getByRole('button', { name: 'Kraj', exact: true }).click()
    await desk.getByRole('button', { name: 'Dodjela nagrada' }).click()
    const winner = desk
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Zadnji Trenutak' })
    await expect(winner.first()).toContainText('1. mjesto · 5 bodova')
    await expect(winner.first()).toContainText(`Ana Anić · kapetan${captain.mobile}`)
    await checkState(desk, 'organiser-prizes')
    const places = desk.getByRole('group', { name: 'Posljednje mjesto s nagradom' })
    await expect(places.getByRole('radio', { name: '3.' })).toBeChecked()
    await places.getByRole('radio', { name: '10.' }).check()
    await expect(winner.first()).toContainText('1. mjesto · 5 bodova')
    await desk.getByRole('button', { name: 'Natrag na kraj' }).click()
    await desk.getByRole('button', { name: 'Poredak za ispis' }).click()
    await expect(desk.getByRole('row', { name: /^1\. Zadnji Trenutak 1 5$/ })).toBeVisible()
    await checkState(desk, 'organiser-printed-ranking')
    await desk.emulateMedia({ media: 'print' })
    await expect(desk.getByRole('button')).toHaveCount(0)
    await expect(desk.getByRole('heading', { name: /· Poredak$/ })).toHaveCSS(
      'color',
      'rgb(0, 0, 0)',
    )
    await desk.emulateMedia({ media: 'screen' })
    await desk.getByRole('button', { name: 'Natrag na kraj' }).click()
  }
  await desk.setViewportSize(WIDTHS[0])
  await correct(desk, 'Ponovno otvori rezultate')
  await expect(step('Zatvaranje rezultata')).toContainText(
    'Rezultati su otvoreni: što stigne, odmah se broji.',
  )
  await chooseInMenu(desk, 'Dnevnik')
  await expect(desk.getByText('Ponovno otvaranje rezultata')).toBeVisible()
  await expect(desk.getByText(/Štand u podrumu, bez mreže/)).toBeVisible()
})

test('an award for the wrong team is moved to the right one in one step, with its reason', async ({
  page: desk,
  people,
}) => {
  const { team_id } = await people.captain('Krivi Tim')
  const right = await people.captain('Najneustrašivijikomandosiizdonjegrada404')
  await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  await people.signIn(desk, 'ana')
  await desk.goto(`/organizator?dio=trazi&tim=${team_id}`)
  await desk.getByRole('button', { name: 'Premjesti' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('+25 · Pobjeda · Arkadna zona')
  await dialog.getByRole('searchbox', { name: 'Tim kojem pripada' }).fill('Krivi')
  await expect(dialog.getByText('Nema takve osobe ni tima.')).toBeVisible()
  await dialog.getByRole('searchbox').fill('najneustr')
  await dialog.getByRole('radio').check()
  await dialog.getByLabel('Razlog').fill('Zamijenjene kartice')
  await checkState(desk, 'organiser-move')
  await dialog.getByRole('button', { name: 'Premjesti' }).click()
  await expect(desk.getByText(/Zamijenjene kartice/).first()).toBeVisible()
  expect((await callAs(right, 'teamPoints', {})).points).toBe(25)
  await expect(desk.getByText('poništeno').first()).toBeVisible()
  await chooseInMenu(desk, 'Dnevnik')
  await expect(
    desk.getByText(
      'Premještanje dodjele: Krivi Tim → Najneustrašivijikomandosiizdonjegrada404: Pobjeda, 25',
    ),
  ).toBeVisible()
})
