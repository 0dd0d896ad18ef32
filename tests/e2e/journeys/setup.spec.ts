import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { errorTexts } from '#texts/errors'
import { loseAnswer, refuseCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { windBackMessages } from '../support/game-database'
import { startGameProcess } from '../support/game-process'
import { expect, test } from '../support/journey'
import { codeIn } from '../support/people'
import { readQr } from '../support/read-qr'
import { chooseAtDesk, panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectGoodAtEachWidth, expectGoodOnPhoneAndDesktop, WIDTHS } from '../support/usable'

test.use({ serviceWorkers: 'block', viewport: WIDTHS[0] })

const save = (page: Page) => page.getByRole('button', { name: 'Spremi' }).click()
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dijelovi pripreme' }).getByRole('link', { name })
const back = (page: Page, name: string) => page.getByRole('button', { name }).click()
/**
 * True on a desktop, where Priprema's list is beside the open part; on a phone the part covers it.
 */
const isListBeside = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024
async function leavePart(page: Page): Promise<void> {
  if (!isListBeside(page)) await back(page, 'Natrag na pripremu')
}
/** Opens Priprema's list of what the event lacks. */
async function openSetup(page: Page): Promise<void> {
  if (!isListBeside(page)) return await back(page, 'Natrag na pripremu')
  await page.getByRole('link', { name: 'Pregled', exact: true }).click()
  await chooseAtDesk(page, 'Priprema')
}

async function fillPerson(page: Page, first: string, last: string, mobile: string): Promise<void> {
  await page.getByLabel('Ime', { exact: true }).fill(first)
  await page.getByLabel('Prezime').fill(last)
  await page.getByLabel('Broj mobitela').fill(mobile)
}

/** The QR code with which the added person signs in. */
const signInCode = (page: Page) =>
  page.getByRole('dialog').getByRole('img', { name: 'QR kod s linkom za prijavu' })

for (const viewport of WIDTHS) {
  test.describe(() => {
    test.use({ viewport })
    test(`an organiser turns an empty server into an event using only the browser, at ${viewport.width} px`, async ({
      page,
      phone,
    }) => {
      const empty = await startGameProcess('empty', { empty: true })
      try {
        const address = /http\S+\/organizator\/prvi#\S+/.exec(empty.printed)?.[0] ?? ''
        await page.goto(address)
        await expect(
          page.getByRole('heading', { level: 1, name: 'Prvi organizator' }),
        ).toBeVisible()
        expect(page.url()).toBe(`${empty.url}/organizator/prvi`)
        await page.getByRole('button', { name: 'Nastavi na pripremu' }).click()
        await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
        await expectGoodAtEachWidth(page, 'first-organiser')
        await fillPerson(page, 'Ana', 'Babić', '091 765 4321')
        await page.getByLabel('E-mail').fill('ana.babic@example.hr')
        await page.getByLabel('Nadimak').fill('anab')
        // The provider takes no SMS at first.
        await refuseCall(page, 'requestCode', 'UNAVAILABLE', 503)
        await page.getByRole('button', { name: 'Nastavi na pripremu' }).click()

        await expect(page).toHaveURL(`${empty.url}/organizator/priprema`)
        const missing = panel(page, 'Što nedostaje')
        await expect(missing).toContainText('Nema nijedne vrste bodova.')
        await expect(part(page, 'Štandovi')).toContainText('0 štandova')
        // Above the list of what is missing, Priprema asks the organiser to confirm the number.
        const number = page.getByRole('region', { name: /^Broj \+38591765432\d nije potvrđen$/ })
        await expect(number).toContainText('Broj potvrđujete kodom iz SMS-a.')
        await expect(number).not.toContainText('smo broj poslali SMS')
        await number.getByRole('button', { name: 'Pošalji novi kod' }).click()
        await expect(number.getByRole('alert').last()).toHaveText(errorTexts.UNAVAILABLE)
        await page.unrouteAll()
        await expectGoodAtEachWidth(page, 'setup')
        // After the correction the new number gets its code without a request.
        await number.getByRole('link', { name: 'Promijeni broj' }).click()
        await page.getByLabel('Broj mobitela').fill('091 765 4322')
        await save(page)
        await expectToast(page, 'Spremljeno: Ana Babić.')
        await openSetup(page)
        await expect(number).toContainText('Na taj smo broj poslali SMS s kodom.')
        const code = codeIn(empty.lastSms('+385917654322'))

        await page.goto(`${empty.url}/organizator`)
        const now = panel(page, 'Sada')
        await expect(now).toContainText('Broj +385917654322 nije potvrđen')
        await expect(now).toContainText('Za početak još nedostaje: 6')
        await expect(now).not.toContainText('Sve je u redu')
        const words = `Vaš kod je ${code.slice(0, 3)} ${code.slice(3)}`
        await now.getByLabel('Kod iz SMS-a').fill(words)
        await expectToast(page, 'Broj je potvrđen.')
        await expect(now).not.toContainText('nije potvrđen')
        await expectGoodAtEachWidth(page, 'organiser-unready')
        await chooseAtDesk(page, 'Priprema')
        await expect(number).toHaveCount(0)

        await missing.getByRole('link', { name: 'Početak i kraj' }).click()
        await page.getByLabel('Početak').fill('2099-05-09T10:00')
        await page.getByLabel('Kraj').fill('2099-05-09T09:00')
        await save(page)
        await expect(page.getByText('Kraj mora biti nakon početka.')).toBeVisible()
        await expect(page.getByLabel('Kraj')).toBeFocused()
        await expect(page.getByLabel('Početak')).toHaveValue('2099-05-09T10:00')
        await page.getByLabel('Kraj').fill('2099-05-09T18:00')
        await save(page)
        await expectToast(page, 'Natjecanje je spremljeno.')
        await expectGoodAtEachWidth(page, 'setup-event')
        await leavePart(page)
        await expect(part(page, 'Natjecanje')).toContainText(
          '9. svibnja 2099. u 10:00 – 9. svibnja 2099. u 18:00',
        )

        await part(page, 'Vrste bodova').click()
        await page.getByRole('button', { name: 'Nova vrsta bodova' }).click()
        await page.getByLabel('Naziv').fill('Točan odgovor')
        await page.getByLabel('Bodovi').fill('deset')
        await save(page)
        await expect(page.getByText('Upišite cijeli broj od 0 do')).toBeVisible()
        await page.getByLabel('Bodovi').fill('10')
        await page.getByLabel('Pauza (minute)').fill('7,5')
        await save(page)
        await expect(page.getByRole('button', { name: 'Točan odgovor' })).toContainText(
          '10 bodova · pauza 7 min 30 s',
        )
        await expectGoodAtEachWidth(page, 'setup-types')
        await leavePart(page)

        await part(page, 'Štandovi').click()
        await page.getByRole('button', { name: 'Novi štand' }).click()
        await page.getByLabel('Naziv').fill('Čarobni đir')
        await page.getByLabel('Točan odgovor (10)').check()
        await save(page)
        await page.getByRole('button', { name: 'Dodaj osobu' }).click()
        await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
        await fillPerson(page, 'Iva', 'Horvat', '091 123 4567')
        await save(page)
        // The form is empty for the next person, and no sign-in link is made unless asked for.
        await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('')
        await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expectGoodAtEachWidth(page, 'setup-next-person')
        await panel(page, 'Dodano: 1 osoba')
          .getByRole('button', { name: 'Link za prijavu' })
          .click()
        const staff = await phone()
        await staff.goto(await readQr(signInCode(page)))
        await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Čarobni đir')
        await page.getByRole('button', { name: 'Zatvori', exact: true }).click()
        await page.getByRole('button', { name: 'Gotovo' }).click()
        await expect(panel(page, 'Osoblje')).toContainText('Iva Horvat (Iva)')
        await expectGoodAtEachWidth(page, 'setup-booth')
        await page.getByRole('button', { name: 'Obriši štand' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši štand' }).click()
        await expect(page.getByRole('alertdialog')).toContainText(
          'Ne može se obrisati: na ovom štandu rade ljudi.',
        )
        await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
        await back(page, 'Svi štandovi')
        await page.getByRole('button', { name: 'Novi štand' }).click()
        await page.getByLabel('Naziv').fill('Suvišni')
        // The answer is lost after the booth was made: the next try makes no second one.
        await loseAnswer(page, 'applyEvent')
        await save(page)
        await expect(page.getByText('Poslužitelj ne odgovara.')).toBeVisible()
        await save(page)
        await page.getByRole('button', { name: 'Obriši štand' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši štand' }).click()
        await expect(page).toHaveURL(/dio=standovi$/)
        await leavePart(page)
        await expect(part(page, 'Štandovi')).toContainText('1 štand')

        await part(page, 'Oznake').click()
        await page.getByRole('button', { name: 'Po jedna za svaki štand' }).click()
        await expectToast(page, 'Izrađeno: 1 oznaka.')
        await expect(page.getByRole('button', { name: 'Po jedna za svaki štand' })).toHaveCount(0)
        // An error message disappears when another type of tag is chosen.
        await page.getByLabel('Štandovi', { exact: true }).first().check()
        await page.getByRole('button', { name: 'Izradi oznake' }).click()
        await expect(page.getByLabel('Štand', { exact: true })).toHaveAttribute(
          'aria-invalid',
          'true',
        )
        await page.getByLabel('Blago', { exact: true }).first().check()
        await expect(page.locator('[aria-invalid]')).toHaveCount(0)
        await page.getByLabel('Timovi', { exact: true }).first().check()
        await page.getByLabel('Koliko').fill('501')
        await page.getByRole('button', { name: 'Izradi oznake' }).click()
        await expect(page.getByText('Upišite broj od 1 do 500.')).toBeVisible()
        await page.getByLabel('Koliko').fill('3')
        await page.getByRole('button', { name: 'Izradi oznake' }).click()
        const tags = page.getByRole('region', { name: 'Oznake', exact: true })
        await expect(tags.getByRole('listitem')).toHaveCount(4)
        await expect(tags).toContainText('izrada: anab')
        const saved = page.waitForEvent('download')
        await tags.getByRole('button', { name: 'Spremi kao tablicu' }).click()
        const table = readFileSync(await (await saved).path(), 'utf8')
        expect(table).toMatch(/^\uFEFFoznaka;vrsta;/)
        expect(table.match(/;Timovi;/g)).toHaveLength(3)
        await expectGoodAtEachWidth(page, 'setup-tags')
        // The list and the label show a treasure's name and place; each poster names the game.
        await page.getByLabel('Blago', { exact: true }).first().check()
        await page.getByLabel('Koliko').fill('1')
        await page.getByLabel('Vrsta bodova').selectOption('Točan odgovor')
        await page.getByLabel('Naziv i mjesto').fill('Zmaj, iza stupa u hali B')
        await page.getByRole('button', { name: 'Izradi oznake' }).click()
        await expect(tags).toContainText('Zmaj, iza stupa u hali B')
        await leavePart(page)
        await part(page, 'Ispis').click()
        const sheet = page.getByRole('main').locator('section > ol > li')
        await expect(sheet).toContainText('GeekQuest')
        await expectGoodAtEachWidth(page, 'setup-print')
        await page.getByRole('radio', { name: 'Oznake', exact: true }).check()
        await page.getByRole('radio', { name: 'Blago', exact: true }).check()
        await expect(sheet).toContainText('Zmaj, iza stupa u hali B')
        await openSetup(page)
        await expect(missing).not.toContainText('Nema nijedne')
        await expect(part(page, 'Oznake')).toContainText('5 oznaka')
      } finally {
        await empty.stop()
      }
    })

    test(`from Pregled a stand-in, a new number, a longer event and a closed booth each take at most five taps, at ${viewport.width} px`, async ({
      page,
      people,
      phone,
      game,
    }) => {
      await people.signIn(page, 'ana')
      // Both widths may share a server.
      const number = `098 765 ${viewport.width === WIDTHS[0].width ? '432' : '442'}`
      let taps = 0
      const tap = async (name: string) => {
        await page
          .getByRole('button', { name })
          .or(page.getByRole('link', { name }))
          .and(page.locator(':visible'))
          .last()
          .click()
        taps++
      }
      const begin = async () => {
        await page.goto('/organizator')
        await expect(page.getByRole('heading', { level: 2, name: 'U brojkama' })).toBeVisible()
        taps = 0
        // On a desktop the booths are unfolded.
        if (isListBeside(page)) return
        await page.getByText('Svi štandovi').click()
        taps = 1
      }
      const { event: before, version } = await callAs(page, 'readEvent', {})

      await begin()
      await tap('Kvizionica')
      await tap('Dodaj osobu')
      await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
      await page.keyboard.type('Zoran')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Zamjenski')
      await page.keyboard.press('Tab')
      await page.keyboard.type(`${number}1`)
      await tap('Spremi')
      await tap('Link za prijavu')
      const stand = await phone()
      await stand.goto(await readQr(signInCode(page)))
      await expect(stand.getByRole('heading', { level: 1 })).toHaveText('Kvizionica')
      expect(taps).toBeLessThanOrEqual(5)

      await begin()
      await tap('Kvizionica')
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Zoran Zamjenski' })
        .getByRole('link', { name: 'Novi broj' })
        .click()
      taps++
      await expect(page.getByLabel('Broj mobitela')).toBeFocused()
      await page.getByLabel('Broj mobitela').fill('091 123 4567')
      // Saving a wrong number is a slip, so it is not counted as a tap.
      await save(page)
      // The field says that the number is somebody else's, and keeps it.
      await expect(page.getByText('Taj broj već ima račun „iva”.')).toBeVisible()
      await expect(page.getByLabel('Broj mobitela')).toHaveValue('091 123 4567')
      await page.getByLabel('Broj mobitela').fill(`${number}2`)
      await tap('Spremi')
      await expect(page.getByRole('alertdialog')).toContainText(
        'Zoran Zamjenski se mora ponovno prijaviti',
      )
      await tap('Primijeni')
      await expect(panel(page, 'Osoblje')).toContainText(
        `+385${number.slice(1).replaceAll(' ', '')}2`,
      )
      expect(taps).toBeLessThanOrEqual(5)

      await callAs(page, 'applyEvent', {
        event: { settings: { starts_at: '2020-05-09T08:00:00Z', ends_at: '2099-05-09T16:00:00Z' } },
        version: (await callAs(page, 'readEvent', {})).version,
      })
      await begin()
      const clock = page.getByRole('region', { name: 'Trajanje' })
      await expect(clock).toContainText(/^Traje do 9\.\ssvibnja 2099\. u 18:00\s· još \d+\sd/)
      await tap('Produlji')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Sada je kraj 9. svibnja 2099. u 18:00.')
      // Another organiser changes the end first: Ana sees that end before her own is saved (fault 80).
      await callAs(page, 'applyEvent', {
        event: { settings: { ends_at: '2099-05-09T16:15:00Z' } },
        version: (await callAs(page, 'readEvent', {})).version,
      })
      await dialog.getByRole('button', { name: '15 minuta' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Netko je u međuvremenu promijenio')
      await expect(dialog).toContainText('Sada je kraj 9. svibnja 2099. u 18:15.')
      await tap('15 minuta')
      await expect(dialog).toContainText('Natjecanje traje dulje, do 9. svibnja 2099. u 18:30.')
      expect(taps).toBeLessThanOrEqual(3)
      await expectGoodAtEachWidth(page, 'organiser-longer')
      await tap('Pošalji poruku')
      await expectToast(page, /^Poruka je poslana: svi/)
      expect((await callAs(page, 'listMessages', {})).messages[0]?.text).toMatch(
        /^Natjecanje traje 15\sminuta dulje, do 9\.\ssvibnja 2099\. u 18:30\. Obiđite preostale štandove\.$/,
      )
      // Age the message, so that no other journey on this server shows it.
      await windBackMessages(game.databaseUrl)
      await expect(clock).toContainText('u 18:30')
      expect((await callAs(page, 'readEvent', {})).event.settings.ends_at).toBe(
        '2099-05-09T16:30:00.000Z',
      )

      // Closing before the event's end asks twice.
      await page.goto('/organizator?dio=kraj')
      const asked = page.getByRole('alertdialog')
      await page.getByRole('button', { name: 'Zatvori rezultate' }).click()
      await asked.getByRole('button', { name: 'Zatvori rezultate' }).click()
      await expect(asked).toContainText(/Natjecanje traje još \d+\sd/)
      expect((await callAs(page, 'overview', {})).event.closed_at).toBeNull()
      await asked.getByRole('button', { name: 'Odustani' }).click()
      await expect(asked).toHaveCount(0)

      await begin()
      await tap('Kvizionica')
      await tap('Uredi štand')
      await tap('Zatvori štand')
      await tap('Zatvori štand')
      await expect(page.getByRole('button', { name: 'Ponovno otvori štand' })).toBeVisible()
      expect(taps).toBeLessThanOrEqual(5)
      const { vendors } = await callAs(page, 'listVendors', {})
      expect(vendors.map(({ name }) => name)).not.toContain('Kvizionica')
      await page.getByRole('button', { name: 'Ponovno otvori štand' }).click()
      await expectToast(page, 'Štand je opet otvoren')

      // Journeys share the server, so restore the event.
      const { version: now } = await callAs(page, 'readEvent', {})
      expect(now).not.toBe(version)
      await callAs(page, 'applyEvent', { event: before, version: now, confirm: 1 })
    })
  })
}

test('a form sends only the fields that were touched', async ({ page, people }) => {
  await people.signIn(page, 'ana')
  const { event: before, version } = await callAs(page, 'readEvent', {})
  const ends_at = '2099-10-25T01:30:00.000Z'
  await callAs(page, 'applyEvent', { event: { settings: { starts_at: null, ends_at } }, version })
  await page.goto('/organizator/priprema?dio=natjecanje')
  await expect(page.getByLabel('Kraj', { exact: true })).toHaveValue('2099-10-25T02:30')
  await page.getByLabel('Najviše članova u timu').fill('9')
  await save(page)
  await expect
    .poll(async () => (await callAs(page, 'readEvent', {})).event.settings)
    .toMatchObject({ ends_at, team_max_members: 9 })
  const { version: now } = await callAs(page, 'readEvent', {})
  await callAs(page, 'applyEvent', { event: before, version: now, confirm: 1 })
})

test('fault 80: an organiser sees a colleague’s change to the same booth before saving their own', async ({
  page,
  people,
  phone,
}) => {
  const other = await phone()
  for (const organiser of [page, other]) {
    await people.signIn(organiser, 'ana')
    await organiser.goto('/organizator/priprema?dio=standovi&stand=nestalni')
    await expect(organiser.getByLabel('Naziv', { exact: true })).toHaveValue('Nestalni štand')
  }
  const { event: before } = await callAs(page, 'readEvent', {})
  await page.getByLabel('Mjesto').fill('Hala B')
  await other.getByLabel('Mjesto').fill('Hala C')
  await other.getByLabel('Opis').fill('Pokraj ulaza.')
  await save(other)
  await expectToast(other, 'Štand je spremljen: Nestalni štand.')

  await save(page)
  await expect(
    page.getByText(
      'Netko je u međuvremenu promijenio natjecanje. Pregledajte promjene pa pokušajte ponovno.',
    ),
  ).toBeVisible()
  await expect(page.getByText('U međuvremenu je upisano: Hala C')).toBeVisible()
  await expect(page.getByLabel('Mjesto')).toHaveValue('Hala B')
  await expect(page.getByLabel('Opis')).toHaveValue('Pokraj ulaza.')
  await expectGoodOnPhoneAndDesktop(page, 'setup-conflict')
  await save(page)
  await expectToast(page, 'Štand je spremljen: Nestalni štand.')

  // The app names a person who would lose a booth, and asks first.
  await page.getByRole('button', { name: 'Dodaj osobu' }).click()
  await fillPerson(page, 'Petra', 'Jurić', '091 123 4570')
  await save(page)
  await expect(page.getByRole('alertdialog')).toContainText(
    'Petra Jurić više neće raditi na štandu Prazni stol.',
  )
  await expectGoodOnPhoneAndDesktop(page, 'setup-move')
  await page.getByRole('button', { name: 'Odustani' }).click()
  await expect(page.getByLabel('Broj mobitela')).toHaveValue('091 123 4570')
  await save(page)
  await page.getByRole('button', { name: 'Primijeni' }).click()
  await expect(panel(page, 'Dodano: 1 osoba')).toContainText('Petra Jurić')

  const { event: after, version } = await callAs(page, 'readEvent', {})
  const nestalni = after.vendors.find(({ vendor_id }) => vendor_id === 'nestalni')
  expect(nestalni).toMatchObject({ location: 'Hala B', description: 'Pokraj ulaza.' })
  expect(nestalni?.staff).toContainEqual(
    expect.objectContaining({ email: 'petra@example.hr', nickname: 'petra' }),
  )
  expect(after.vendors.find(({ vendor_id }) => vendor_id === 'prazni')?.staff).toEqual([])
  await callAs(page, 'applyEvent', { event: before, version, confirm: 1 })
})
