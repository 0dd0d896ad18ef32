import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { callAs } from '../support/call-as'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { withoutStream } from '../support/without-stream'

/** The longest name that rule 3 allows, without a place to break it. */
const longName = (start: string) => start.padEnd(40, 'W')

/** Expects a state's heading, a layout that fits, and no accessibility violation. */
async function expectState(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
}

function scansOf(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('action=scan')) made.push(request.postData() ?? '')
  })
  return made
}

test.describe("a team's tag", () => {
  test('rule 2: that is free founds a team, which then owns it; whoever scans it next may ask to join', async ({
    page,
    people,
    phone,
  }) => {
    const name = longName('Vukovi')
    const scans = scansOf(page)
    await people.signUp(page, 'osnivac')
    await page.goto('/s/tim-osnivanje')
    await expectState(page, 'Slobodna timska oznaka')
    expect(scans).toHaveLength(1)
    expect(Object.fromEntries(new URLSearchParams(scans[0]))).toEqual({
      user_id: expect.any(String),
      queued_ms: expect.stringMatching(/^\d{1,4}$/),
    })

    await page.getByRole('button', { name: 'Osnuj tim' }).click()
    await expect(page.getByText('Upišite naziv od 2 do 40 znakova', { exact: false })).toBeVisible()
    await page.getByRole('textbox', { name: 'Naziv tima' }).fill(name)
    await page.getByRole('button', { name: 'Osnuj tim' }).click()
    await expect(page).toHaveURL('/player')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto('/s/tim-osnivanje')
    await expect(page.getByText('Vaš tim')).toBeVisible()
    await expectState(page, name)
    await page.getByRole('link', { name: 'Moja Kartica' }).click()
    await expect(page).toHaveURL('/player')

    const second = await phone()
    await people.signUp(second, 'drugi')
    await second.goto('/s/tim-osnivanje')
    await expectState(second, `Tim ${name}`)
    await expect(second.getByText('1 član · 0 bodova', { exact: false })).toBeVisible()
    await second.getByRole('button', { name: `Pošalji zahtjev timu ${name}` }).click()
    await expectState(second, `Zahtjev timu ${name}`)
    await second.reload()
    await expectState(second, `Zahtjev timu ${name}`)
  })

  test('that is free changes nothing for a team member or booth staff', async ({ page, people, phone }) => {
    await people.signUp(page, 'clan')
    await callAs(page, 'createTeam', { team_name: 'Već U Timu' })
    await page.goto('/s/tim-slobodan')
    await expectState(page, 'Slobodna timska oznaka')
    await expect(page.getByText('Već ste u timu Već U Timu, pa ova oznaka ostaje slobodna za drugi tim.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeHidden()

    const booth = await phone()
    await people.signIn(booth, 'iva')
    await booth.goto('/s/tim-slobodan')
    await expectState(booth, 'Slobodna timska oznaka')
    await booth.getByRole('link', { name: 'Na nadzornu ploču' }).click()
    await expect(booth).toHaveURL('/vendor')
  })

  test('rule 1: that is free names a pending request to another team, and founding a team withdraws it', async ({
    page,
    people,
    phone,
  }) => {
    const captains = [await phone(), await phone()] as const
    await people.signUp(captains[0], 'kapetan')
    await callAs(captains[0], 'createTeam', { team_name: 'Prvi Izbor', nfc_id: 'tim-pristup' })
    await people.signUp(captains[1], 'kapetan')
    const { team_id } = await callAs(captains[1], 'createTeam', { team_name: 'Drugi Izbor' })

    await people.signUp(page, 'molitelj')
    await callAs(page, 'joinTeam', { team_id })
    await page.goto('/s/tim-pristup')
    await expectState(page, 'Tim Prvi Izbor')
    await expect(page.getByText('Već imate zahtjev timu Drugi Izbor. Povucite ga prije novoga.')).toBeVisible()
    await page.goto('/s/tim-slobodan')
    await expect(page.getByText('Vaš zahtjev timu Drugi Izbor još čeka. Osnivanjem tima taj se zahtjev povlači.')).toBeVisible()

    await captains[1].goto('/s/tim-pristup')
    await expectState(captains[1], 'Tim Prvi Izbor')
    await expect(captains[1].getByText('Ova oznaka pripada drugom timu. Vi ste u timu Drugi Izbor.')).toBeVisible()
  })

  test('that somebody else has used meanwhile shows their team instead of the form', async ({ page, people, phone }) => {
    await people.signUp(page, 'spori')
    await page.goto('/s/tim-brzi')
    await expect(page.getByRole('heading', { name: 'Slobodna timska oznaka' })).toBeVisible()
    const other = await phone()
    await people.signUp(other, 'brzi')
    await callAs(other, 'createTeam', { team_name: 'Brži Prsti', nfc_id: 'tim-brzi' })
    await page.getByRole('textbox', { name: 'Naziv tima' }).fill('Spori Prsti')
    await page.getByRole('button', { name: 'Osnuj tim' }).click()
    await expect(page.getByText('Oznaka već pripada drugom timu. Uzmite drugu oznaku.')).toBeVisible()
    await expectState(page, 'Tim Brži Prsti')
  })

  test("redirects a booth's staff to award that team, and back does not return to the scan", async ({ page, people, phone }) => {
    const captain = await phone()
    await people.signUp(captain, 'kapetan')
    const { team_id } = await callAs(captain, 'createTeam', { team_name: 'Brzi Na Oznaci', nfc_id: 'tim-dodjela' })
    await people.signIn(page, 'iva')
    await page.goto('/vendor')
    await page.goto('/s/tim-dodjela')
    await expect(page).toHaveURL(`/qr/${team_id}`)
    await expect(page.getByRole('heading', { name: 'Brzi Na Oznaci' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/vendor')
  })
})

test.describe("a booth's tag", () => {
  test("shows a player what the booth gives, with their team's cooldowns", async ({ page, people, phone }) => {
    await people.signUp(page, 'clan')
    await page.goto('/s/arkade-01')
    await expectState(page, 'Arkadna zona')
    await expect(page.getByText('Hala A, štand 3')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Pobjeda' })).toHaveText(/Pauza 15 min\+25\sbodova/)

    const { team_id } = await callAs(page, 'createTeam', { team_name: 'U Pauzi' })
    const booth = await phone()
    await people.signIn(booth, 'iva')
    await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'Pobjeda' })).toHaveText(/Pauza: još 1[45] minuta/)
    await expect(page.getByRole('listitem').filter({ hasText: 'Sudjelovanje' })).toHaveText(/Sada dostupno/)
  })

  test('opens the board for its own staff only', async ({ page, people }) => {
    await people.signIn(page, 'iva')
    await page.goto('/s/kviz-01')
    await expectState(page, 'Kvizionica')
    await expect(page.getByText('Ovo je vaš štand.')).toBeHidden()
    await page.goto('/s/arkade-01')
    await expectState(page, 'Arkadna zona')
    await expect(page.getByText('Ovo je vaš štand.')).toBeVisible()
    await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
    await expect(page).toHaveURL('/vendor')
  })
})

test.describe('a bonus', () => {
  test('rule 11: counts once for the team, whoever scans it and however often the page is reloaded', async ({
    page,
    people,
    phone,
  }) => {
    const member = await phone()
    await people.signUp(page, 'kapetan')
    const { team_id } = await callAs(page, 'createTeam', { team_name: longName('Lovci') })
    await people.signUp(member, 'clan')
    const { user } = await callAs(member, 'currentUser', {})
    await callAs(member, 'joinTeam', { team_id })
    await callAs(page, 'acceptInvite', { player_id: user.id })

    const scans = scansOf(page)
    await page.goto('/s/zmaj-7k2p9x4mq8ab')
    await expectState(page, '+7 bodova')
    await expect(page.getByText(`Skriveno blago za tim ${longName('Lovci')}`)).toBeVisible()
    expect(scans).toHaveLength(1)
    await page.reload()
    await expectState(page, 'Bonus je već prikupljen')
    await expect(page.getByText('Skriveno blago: +7 bodova')).toBeVisible()
    await expect(page.getByText('Prikupljeno upravo sada.')).toBeVisible()
    await member.goto('/s/zmaj-7k2p9x4mq8ab')
    await expectState(member, 'Bonus je već prikupljen')
    await member.getByRole('link', { name: 'Moja Kartica' }).click()
    await expect(member.getByRole('article').getByText('7 bodova')).toBeVisible()
  })

  test('gives a player without a team nothing and says what to do first', async ({ page, people, phone }) => {
    await people.signUp(page, 'sam')
    await page.goto('/s/prsten-3v8nq2wd6hcd')
    await expectState(page, 'Najprije vam treba tim')
    const captain = await phone()
    await people.signUp(captain, 'kapetan')
    const { team_id } = await callAs(captain, 'createTeam', { team_name: 'Sam Do Tima' })
    await callAs(page, 'joinTeam', { team_id })
    await page.reload()
    await expect(page.getByText('Kad kapetan prihvati vaš zahtjev timu Sam Do Tima', { exact: false })).toBeVisible()
    await page.getByRole('link', { name: 'Moja Kartica' }).click()
    await expect(page).toHaveURL('/player')
  })

  test("gives a booth's staff nothing", async ({ page, people }) => {
    await people.signIn(page, 'iva')
    await page.goto('/s/prsten-3v8nq2wd6hcd')
    await expectState(page, 'Bonus za igrače')
  })

  test('rules 13 and 17: gives nothing while the event is closed, and waits for the organiser once the results are', async ({
    page,
    people,
  }) => {
    await people.signUp(page, 'rani')
    await callAs(page, 'createTeam', { team_name: 'Prerano Došli' })
    let refusal: { code: string; message: string } = { code: 'EVENT_CLOSED', message: 'Natjecanje tada nije bilo u tijeku.' }
    await page.route('**/api?*action=scan*', (route) =>
      route.fulfill({ json: { status: 'KO', ...refusal, server_time: new Date().toISOString() } }),
    )
    await page.goto('/s/prsten-3v8nq2wd6hcd')
    await expectState(page, 'Natjecanje nije u tijeku')
    refusal = { code: 'KEPT_FOR_ORGANISER', message: 'O ovim bodovima odlučuje organizator.' }
    await page.reload()
    await expectState(page, 'Rezultati su zatvoreni')
    await expect(page.getByText(refusal.message)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toHaveCount(0)
  })

  test('is scanned once per visit: focus and a visible link do not repeat the scan', async ({ page, people }) => {
    await people.signUp(page, 'jednom')
    await callAs(page, 'createTeam', { team_name: 'Samo Jednom' })
    const scans = scansOf(page)
    await page.goto('/s/patka-5h8wz3n6vbgh')
    await expect(page.getByRole('heading', { name: '+7 bodova' })).toBeVisible()
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('online'))
    })
    await page.getByRole('link', { name: 'Moja Kartica' }).hover()
    await page.getByRole('link', { name: 'Moja Kartica' }).click()
    await expect(page.getByRole('heading', { name: 'Samo Jednom' })).toBeVisible()
    expect(scans).toHaveLength(1)
  })
})

test('a tag that does not belong to the game says so', async ({ page, people }) => {
  await people.signUp(page, 'zalutali')
  await page.goto('/s/nema-oznake')
  await expectState(page, 'Oznaka nije dio ove igre.')
  await page.getByRole('link', { name: 'Na početak' }).click()
  await expect(page).toHaveURL('/player')
})

test('no scan is made for an account that another one has replaced in the meantime', async ({ page, people, phone }) => {
  // Else the screen hears of the other account before anybody can read about it.
  await withoutStream(page.context())
  await people.signUp(page, 'prvi')
  const other = await phone()
  await people.signUp(other, 'drugi')
  // Another tab signs somebody else in between the screen's opening and its scan.
  await page.route(
    '**/api?*action=scan*',
    async (route) => {
      await page.context().addCookies(await other.context().cookies())
      const form = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''))
      await route.fulfill({ response: await other.request.post(route.request().url(), { form }) })
    },
    { times: 1 },
  )
  await page.goto('/s/tim-slobodan')
  await expectState(page, 'Prijavljen je drugi račun')
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await expect(page.getByRole('heading', { name: 'Slobodna timska oznaka' })).toBeVisible()
})

test('a visitor who scans a tag signs in and returns to it', async ({ page, people, phone }) => {
  const ana = await people.signUp(await phone(), 'ana')
  const scans = scansOf(page)
  await page.goto('/s/tim-slobodan')
  await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fs%2Ftim-slobodan/)
  expect(scans).toHaveLength(0)
  await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, ana.mobile))
  await expect(page).toHaveURL('/s/tim-slobodan')
  await expect(page.getByRole('heading', { name: 'Slobodna timska oznaka' })).toBeVisible()
})
