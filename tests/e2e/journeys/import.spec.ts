import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import writeWorkbook from 'write-excel-file/node'
import type { EventPart } from '#contract/event'
import type { CsvTable } from '../../../src/features/setup/csv'
import { makeXlsx, readXlsx } from '../../support/xlsx'
import { isCall, loseAnswer } from '../support/answers'
import { EVENT_FILE } from '../support/game-process'
import { expect, test } from '../support/journey'
import { foundTeam } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectGoodAtEachWidth, expectGoodOnPhoneAndDesktop, WIDTHS } from '../support/usable'

test.use({ serviceWorkers: 'block', viewport: WIDTHS[0] })

const HEADING = ['Ime', 'Prezime', 'E-mail', 'Mobitel (obavezno)', 'Telefon', 'Napomena']
let made = 0
/**
 * A new player, whose phone number the spreadsheet has turned into a numeric cell. Nobody in other
 * journeys has a number with this prefix.
 */
function player() {
  const number = 951_000_000 + (process.pid % 500) * 1_000 + ++made
  return ['Čedomir', `Žužić ${made}`, `cedo${number}@example.hr`, number, '', 'bez glutena']
}

const table = (page: Page) => page.locator('input[type=file][accept*=xlsx]').first()
const asXlsx = async (rows: CsvTable) => ({
  name: 'prijave.xlsx',
  mimeType: '',
  buffer: await writeWorkbook(rows.map((row) => [...row])).toBuffer(),
})

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await button.click()
  return readFileSync(await (await saving).path())
}

test('a faulty row is shown beside its fault, and every other player in the spreadsheet gets a link', async ({
  page,
  people,
  game,
}) => {
  await people.signIn(page, 'ana')
  await page.goto('/organizator/priprema?dio=igraci')
  const button = (name: string) => page.getByRole('button', { name })
  await table(page).setInputFiles({
    name: 'slika.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'Ovo nije tablica' })).toBeVisible()
  // Large enough that the unpacker would start a worker from a blob URL if it were allowed to.
  const wide = Array.from({ length: 14 }, (_, at) => `dugačka napomena o prijavi ${at}`)
  await table(page).setInputFiles(
    await asXlsx([HEADING, ...Array.from({ length: 2_000 }, () => [...player(), ...wide])]),
  )
  await expect(page.getByText(/prijave\.xlsx: 2.000.redaka/)).toBeVisible()

  const rows = Array.from({ length: 10 }, player)
  const [first = []] = rows
  rows[4] = ['Zvonko', 'Zub', 'zvonko', 123, '', '']
  // A parent's number in one row makes a second column of numbers, so the app asks which one is meant.
  first[4] = '0921112222'
  const file = await asXlsx([HEADING, ...rows])
  await table(page).setInputFiles(file)
  await expect(
    page.getByText(/^Više stupaca može biti ovaj podatak: Mobitel \(obavezno\), Telefon/),
  ).toBeVisible()
  await expect(button('Provjeri popis')).toBeDisabled()
  await expectGoodOnPhoneAndDesktop(page, 'setup-players')
  await page.getByLabel('Broj mobitela').selectOption({ index: 5 })
  await button('Provjeri popis').click()
  const faults = page.getByRole('listitem').filter({ hasText: '6. redak' })
  await expect(faults).toContainText('Zvonko Zub')
  await expect(faults).toContainText('e-mail')
  await expect(page.getByRole('definition')).toHaveText(['9', '1'])
  await expectGoodOnPhoneAndDesktop(page, 'setup-players-checked')
  await loseAnswer(page, 'invitePeople')
  await button('Pošalji pozivnice (9)').click()
  await expect(page.getByText(/^Veza je prekinuta: 9/)).toBeVisible()
  await expectGoodOnPhoneAndDesktop(page, 'setup-import-cut')
  await button('Nastavi').click()
  await expect(page.getByRole('heading', { name: 'Pozivnice su poslane.' })).toBeVisible()
  // The faulty rows stay on screen.
  await expect(faults).toContainText('Zvonko Zub')
  expect(game.lastSms(`+385${first[3]}`)).toMatch(/\/l\/\S+\/\S+$/)

  // People who did not come get a new link only when the organiser asks for it.
  await page.reload()
  await table(page).setInputFiles(file)
  await page.getByLabel('Broj mobitela').selectOption({ index: 5 })
  await button('Provjeri popis').click()
  await page
    .getByRole('button', { name: /^Pošalji ponovno onima koji se nisu prijavili \(9\)/ })
    .click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText(/9\sosoba/)
  await confirmation.getByRole('button', { name: 'Pošalji pozivnice (9)' }).click()
  await expect(page.getByRole('heading', { name: 'Pozivnice su poslane.' })).toBeVisible()
})

for (const viewport of WIDTHS) {
  test.describe(() => {
    test.use({ viewport })
    test(`fault 90: an import leaves hidden rows and sheets out until somebody includes them, and splits names, at ${viewport.width} px`, async ({
      page,
      people,
    }) => {
      await people.signIn(page, 'ana')
      await page.goto('/organizator/priprema?dio=igraci')
      const heading = ['Ime i prezime', 'E-mail', 'Mobitel']
      const person = () => {
        const [first = '', last = '', email = '', mobile = 0] = player()
        return [`${first} ${last}`, email, mobile]
      }
      const rows = [heading, ...Array.from({ length: 4 }, person), ['UKUPNO', null, 4]]
      const summary = {
        name: 'Sažetak',
        rows: [
          ['Prijavljeno', 'Plaćeno'],
          [4, 2],
        ],
      }
      const old = { name: 'Lani', state: 'hidden' as const, rows: [heading, person()] }
      const bytes = makeXlsx(
        { name: 'Graf', isChart: true },
        summary,
        { name: 'Prijave', rows, hidden: [3, 5] },
        old,
      )
      await table(page).setInputFiles({
        name: 'prijave.xlsx',
        mimeType: '',
        buffer: Buffer.from(bytes),
      })
      await expect(page.getByText('Skriveni list preskočen')).toBeVisible()
      await page.getByLabel('Koji list?').selectOption({ label: 'Prijave (3 retka)' })
      await expect(page.getByText('2 skrivena retka preskočena')).toBeVisible()
      await expect(page.getByText(/^prijave\.xlsx: 3\sretka/)).toBeVisible()
      await expect(page.getByText('Razdvajamo ime i prezime.')).toBeVisible()
      await expectGoodAtEachWidth(page, 'setup-players-hidden')
      await page.getByRole('button', { name: 'Uzmi i njih' }).click()
      await expect(page.getByText(/^prijave\.xlsx: 5\sredaka/)).toBeVisible()
      await page.getByRole('checkbox', { name: 'UKUPNO' }).uncheck()
      await page.getByRole('textbox', { name: 'Prezime' }).first().fill('Ispravljeni')
      await page.getByRole('button', { name: 'Provjeri popis' }).click()
      await expect(page.getByRole('definition')).toHaveText(['4'])
      await expect(page.getByText('Čedomir Žužić Ispravljeni', { exact: true })).toBeVisible()
    })

    test(`fault 91: an import lists the players whose SMS was not accepted, and resends only theirs, at ${viewport.width} px`, async ({
      page,
      people,
    }) => {
      await people.signIn(page, 'ana')
      await page.goto('/organizator/priprema?dio=igraci')
      const rows = Array.from({ length: 5 }, player)
      await table(page).setInputFiles(
        await asXlsx([HEADING.slice(0, 4), ...rows.map((row) => row.slice(0, 4))]),
      )
      await page.getByRole('button', { name: 'Provjeri popis' }).click()
      const invite = page.getByRole('button', { name: 'Pošalji pozivnice (5)' })
      // The check makes the same call, so change only the answers after it.
      await expect(invite).toBeVisible()
      // Answer like a server whose SMS provider took all but two.
      const rounds: string[] = []
      await page.route(isCall('invitePeople'), async (route) => {
        const order = new URLSearchParams(route.request().postData() ?? '')
        rounds.push(order.get('invite_id') ?? '')
        if (rounds.length > 1) return await route.continue()
        const answer = await route.fetch()
        const { results, ...rest } = (await answer.json()) as { results: { status: string }[] }
        const json = {
          ...rest,
          results: results.map((result, at) => (at < 2 ? { ...result, status: 'failed' } : result)),
        }
        await route.fulfill({ response: answer, json })
      })
      await invite.click()
      await expect(
        page.getByRole('heading', { name: 'Pozivnice nisu stigle svima.' }),
      ).toBeVisible()
      await expect(page.getByRole('definition')).toHaveText(['3', '2'])
      await expect(page.getByRole('heading', { name: 'Možda nije stiglo: 2' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: /^2\.\sredak/ })).toContainText(
        String(rows[0]?.[1]),
      )
      await expectGoodAtEachWidth(page, 'setup-players-failed')
      await page.getByRole('button', { name: 'Pošalji ponovno njima' }).click()
      await expect(page.getByRole('heading', { name: 'Pozivnice su poslane.' })).toBeVisible()
      expect(new Set(rounds).size).toBe(2)

      await page.getByLabel('Traži igrača').fill(String(rows[1]?.[1]))
      const row = page.getByRole('listitem').filter({ hasText: String(rows[1]?.[1]) })
      await expect(row).toContainText('Pozivnica:')
      await expectGoodAtEachWidth(page, 'setup-players-list')
      await row.getByRole('button', { name: 'Novi SMS' }).click()
      await expectToast(page, `SMS je poslan: Čedomir ${rows[1]?.[1]}.`)
      await row.getByRole('button', { name: 'Link' }).click()
      await expect(page.getByRole('dialog')).toContainText(String(rows[1]?.[1]))
    })

    test(`an exported file can be opened again, and an event’s changes are shown before they apply, at ${viewport.width} px`, async ({
      page,
      people,
      phone,
    }) => {
      await people.register('izvezena')
      await foundTeam(await phone(), people, `<script>Rezultati ${viewport.width}`)
      await people.signIn(page, 'ana')
      await page.goto('/organizator/priprema?dio=datoteka')
      const save = (name: string) => saved(page, page.getByRole('button', { name, exact: true }))
      const players = await save('Igrači')
      const [heading = [], ...rows] = readXlsx(players)
      expect(heading.slice(1, 6)).toEqual(['Ime', 'Prezime', 'Nadimak', 'E-mail', 'Broj mobitela'])
      expect(rows.at(-1)?.[5]).toMatch(/^\+385\d+$/)
      await expectGoodAtEachWidth(page, 'setup-file')
      const results = (await save('Spremi rezultate')).toString()
      expect(results).toContain(`&lt;script&gt;Rezultati ${viewport.width}`)
      expect(results).toContain('GeekQuest · Rezultati')
      expect(results).not.toMatch(/<script|https?:/)
      await page.getByLabel('CSV').check()
      const csv = await save('Igrači')
      expect(csv.toString()).toMatch(/^\uFEFFID osobe;Ime;Prezime;[\s\S]*;tel:\+385\d+;/)

      const file = JSON.parse((await save('Spremi datoteku')).toString()) as object
      const open = async (text: string) =>
        await page.locator('input[type=file][accept*=json]').setInputFiles({
          name: 'event.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        })
      await open('Dragi svi')
      await expect(page.getByText(/^Ovo nije datoteka natjecanja/)).toBeVisible()
      await open(JSON.stringify(file))
      await expect(page.getByText('Nema promjena: natjecanje je već takvo.')).toBeVisible()
      await open(JSON.stringify({ ...file, point_types: [{ point_type: 'x y' }] }))
      await expect(
        page.getByRole('listitem').filter({ hasText: 'point_types.0.point_type' }),
      ).toBeVisible()
      // These people appear in no other journey.
      const staff = [
        {
          first_name: 'Ema',
          last_name: 'Em',
          email: 'ema@example.hr',
          mobile: '0918881009',
          nickname: 'ema',
        },
      ]
      const name = `Izvozni štand ${viewport.width}`
      const booth = { vendor_id: `izvoz-${viewport.width}`, name, closed: true, staff }
      await open(JSON.stringify({ vendors: [booth] }))
      await expect(page.getByText(`Novi štand: ${name}`)).toBeVisible()
      await page.getByRole('button', { name: 'Primijeni' }).click()
      await expectToast(page, 'Promjene su primijenjene.')
      await open(JSON.stringify({ vendors: [{ ...booth, location: 'Hala C', staff: [] }] }))
      await expect(page.getByText(`Ema Em više neće raditi na štandu ${name}.`)).toBeVisible()
      await expect(page.getByText(`${name}, mjesto: prazno → Hala C`)).toBeVisible()
      await expectGoodAtEachWidth(page, 'setup-file-changes')
      await page.getByRole('button', { name: 'Primijeni' }).click()
      await expect(page.getByRole('button', { name: 'Primijeni' })).toBeHidden()

      await page.goto('/organizator/priprema?dio=igraci')
      for (const file of [
        { name: 'igraci.xlsx', mimeType: '', buffer: players },
        { name: 'igraci.csv', mimeType: '', buffer: csv },
      ]) {
        await table(page).setInputFiles(file)
        await page.getByRole('button', { name: 'Provjeri popis' }).click()
        await expect(page.getByText(new RegExp(`^${file.name}: ${rows.length}\\s`))).toBeVisible()
        await expect(page.getByRole('definition').first()).toHaveText(/^[1-9]/)
      }
    })

    test(`a table adds people to booths, and before it is applied lists people whom it would move, at ${viewport.width} px`, async ({
      page,
      people,
    }) => {
      const booth = `Čarobni kut ${viewport.width}`
      await people.signIn(page, 'ana')
      await page.goto('/organizator/priprema?dio=standovi')
      await page.getByRole('button', { name: 'Uvezi tablicu' }).click()
      const open = async (...rows: string[]) => {
        const text = ['Štand;Ime;Prezime;E-mail;Mobitel', ...rows].join('\r\n')
        await table(page).setInputFiles({
          name: 'osoblje.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(text),
        })
        await page.getByRole('button', { name: 'Provjeri popis' }).click()
      }
      await open('Čarobni kut;Ena;Matić;ena@example.hr;123', ';Ivo;Iv;ivo@example.hr;0918881002')
      await expect(page.getByRole('listitem')).toContainText([
        /^2\.\sredak/,
        /^3\.\sredakNedostaje naziv štanda\./,
      ])
      await expectGoodAtEachWidth(page, 'setup-booths-faults')
      // Valid rows are applied although another row is faulty.
      await open(
        'Kvizionica;Ena;Matić;ena@example.hr;918881001',
        `${booth};;;;0911234570`,
        'Kvizionica;Zvonko;Krivi;zvonko;123',
      )
      const changes = page.getByRole('main').getByRole('region').getByRole('listitem')
      await expect(
        page.getByRole('heading', { name: /^1\sredak ima pogreške i preskače se$/ }),
      ).toBeVisible()
      await expect(changes).toContainText([
        /^4\.\sredak/,
        'Petra Jurić više neće raditi na štandu Prazni stol.',
        `Novi štand: ${booth}`,
        'Kvizionica: dolazi Ena Matić',
      ])
      await expectGoodAtEachWidth(page, 'setup-booths-changes')
      await page.getByRole('button', { name: 'Primijeni' }).click()
      await expectToast(page, 'Promjene su primijenjene.')
      // The faulty rows stay on screen until another check.
      await expect(
        page.getByRole('heading', { name: /^Nije primijenjeno: 1\sredak$/ }),
      ).toBeVisible()
      await expect(changes).toContainText([/^4\.\sredak.*e-mail.*mobitela/])
      await expectGoodAtEachWidth(page, 'setup-booths-left')
      await page.getByRole('button', { name: 'Provjeri popis' }).click()
      await expect(page.getByRole('heading', { name: /^Nije primijenjeno/ })).toBeHidden()
      await page.getByRole('button', { name: 'Svi štandovi' }).click()
      await page.getByText('Kvizionica').click()
      for (const name of ['Lucija Kovač', 'Ena Matić'])
        await expect(page.getByText(name)).toBeVisible()
      await expect(page.getByText('Zvonko Krivi')).toBeHidden()
      // Restore the booths, which other journeys expect.
      const { vendors } = JSON.parse(readFileSync(EVENT_FILE, 'utf8')) as {
        vendors: NonNullable<EventPart['vendors']>
      }
      await people.applyPart({
        vendors: [
          ...vendors,
          { vendor_id: `carobni-kut-${viewport.width}`, name: booth, closed: true, staff: [] },
        ],
      })
    })
  })
}
