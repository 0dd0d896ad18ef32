import type { Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { type GameProcess, startGameProcess } from '../support/game-process'
import { expect, test as journey } from '../support/journey'
import { fillRegistration } from '../support/people'
import { tapsOn } from '../support/taps'
import { panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { WIDTHS } from '../support/usable'

/** Gives each test a separate empty server. */
const test = journey.extend({
  game: async ({ browserName: _any }, use) => {
    const game = await startGameProcess('taps', { empty: true })
    await use(game)
    await game.stop()
  },
})
test.use({ serviceWorkers: 'block' })

/** Signs the first organiser up, at the address that an empty server prints. */
async function becomeFirst(page: Page, { printed, url }: GameProcess): Promise<void> {
  await page.goto(/http\S+\/organizator\/prvi#\S+/.exec(printed)?.[0] ?? '')
  await fillRegistration(page, {
    first_name: 'Ana',
    last_name: 'Babić',
    mobile: '+385917654321',
    email: 'ana.babic@example.hr',
    nickname: 'anab',
  })
  await page.getByRole('button', { name: 'Nastavi na pripremu' }).click()
  await expect(page).toHaveURL(`${url}/organizator/priprema`)
}

for (const viewport of WIDTHS) {
  test(`six booths with twelve people take at most 70 taps by hand and 20 by a sheet, at ${viewport.width} px`, async ({
    page,
    game,
  }) => {
    await becomeFirst(page, game)
    const { version } = await callAs(page, 'readEvent', {})
    const point_types = ['Sudjelovanje', 'Pobjeda'].map((label, index) => ({
      point_type: `vrsta-${index}`,
      label,
      points: 5 + index,
      cooldown_seconds: 600,
    }))
    await callAs(page, 'applyEvent', { event: { point_types }, version })
    await page.setViewportSize(viewport)
    await page.goto('/organizator')
    const byHand = tapsOn(page)
    if (viewport.width < 768) await byHand.tap(/^Račun/)
    await byHand.tap('Priprema')
    await byHand.tap(/^Štandovi/)
    await byHand.tap('Novi štand')
    for (let booth = 1; booth <= 6; booth++) {
      if (booth > 1) await byHand.tap('Novi štand')
      await byHand.type('Naziv', `Štand ${booth}`)
      if (booth === 1) {
        await byHand.tap('Sudjelovanje (5)')
        await byHand.tap('Pobjeda (6)')
      } else await byHand.tap(`Iste kao Štand ${booth - 1}`)
      await byHand.tap('Spremi')
      await byHand.tap('Dodaj osobu')
      for (const person of [1, 2]) {
        await byHand.type('Ime', 'Iva', 'Enter')
        await byHand.type('Prezime', `Horvat ${booth}${person}`, 'Enter')
        await byHand.type('Broj mobitela', `091 234 56${booth}${person}`)
        await byHand.tap('Spremi')
        await expect(panel(page, /^Dodano/)).toContainText(`Horvat ${booth}${person}`)
      }
    }
    await byHand.tap('Gotovo')
    await byHand.tap('Svi štandovi')
    if (viewport.width < 1024) await byHand.tap('Natrag na pripremu')
    await byHand.tap(/^Oznake/)
    await byHand.tap('Po jedna za svaki štand')
    await expectToast(page, 'Izrađeno: 6 oznaka.')
    expect(byHand.count()).toBeLessThanOrEqual(70)
    const { event } = await callAs(page, 'readEvent', {})
    expect(event.vendors.map(({ point_types }) => point_types)).toEqual(
      Array.from({ length: 6 }, () => ['vrsta-0', 'vrsta-1']),
    )
    expect(event.vendors.flatMap(({ staff }) => staff)).toHaveLength(12)
    expect(event.tags).toHaveLength(6)

    await page.goto('/organizator')
    const bySheet = tapsOn(page)
    if (viewport.width < 768) await bySheet.tap(/^Račun/)
    await bySheet.tap('Priprema')
    await bySheet.tap(/^Štandovi/)
    await bySheet.tap('Uvezi tablicu')
    await bySheet.tap('Sudjelovanje')
    await bySheet.tap('Pobjeda')
    const rows = Array.from({ length: 12 }, (_, row) => {
      const booth = Math.floor(row / 2)
      return `Iz tablice ${booth};Mara;Jurić ${row};+3859812345${row + 10}`
    })
    const chooser = page.waitForEvent('filechooser')
    await bySheet.tap('Uvezi tablicu')
    await (await chooser).setFiles({
      name: 'standovi.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Štand;Ime;Prezime;Mobitel', ...rows].join('\n')),
    })
    await bySheet.tap('Provjeri popis')
    await bySheet.tap('Primijeni')
    await expect
      .poll(async () => (await callAs(page, 'readEvent', {})).event.vendors)
      .toHaveLength(12)
    expect(bySheet.count()).toBeLessThanOrEqual(20)
    const { vendors } = (await callAs(page, 'readEvent', {})).event
    expect(vendors.slice(6).map(({ staff }) => staff.length)).toEqual([2, 2, 2, 2, 2, 2])
    expect(vendors.at(-1)?.point_types).toEqual(['vrsta-0', 'vrsta-1'])
    test.info().annotations.push({
      type: 'taps',
      description: `${byHand.count()} by hand, ${bySheet.count()} by a sheet`,
    })
  })
}
