import type { Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { expectUsable } from '../support/phone-and-desktop'

/** The longest name that rule 3 allows, without a place to break it. */
const longName = (start: string) => start.padEnd(40, 'W')

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Expects a state's title, a layout that fits, and no accessibility violation. */
async function expectState(page: Page, title: string): Promise<void> {
  await expectTitle(page, title)
  await expectUsable(page)
}

function scansOf(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('action=scan')) made.push(request.postData() ?? '')
  })
  return made
}

test('a free team tag founds a team, which then owns it; a visitor who scans it next signs in, returns to it, and may ask to join', async ({
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
  await expectTitle(page, name)
  await page.goto('/s/tim-osnivanje')
  await expect(page.getByText('Vaš tim')).toBeVisible()
  await expectState(page, name)
  await page.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(page).toHaveURL('/player')

  const { profile: ana } = await people.player('ana')
  const second = await phone()
  const scansOfVisitor = scansOf(second)
  await second.goto('/s/tim-osnivanje')
  await expect(second).toHaveURL(/\/auth\/login\?redirect=%2Fs%2Ftim-osnivanje/)
  await expect(second.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  expect(scansOfVisitor).toEqual([])
  await second.getByLabel('Kod iz SMS-a').fill(await people.askForCode(second, ana.mobile))
  await expect(second).toHaveURL('/s/tim-osnivanje')
  await expectState(second, `Tim ${name}`)
  await expect(second.getByText('1 član · 0 bodova', { exact: false })).toBeVisible()
  await second.getByRole('button', { name: `Pošalji zahtjev timu ${name}` }).click()
  await expectState(second, `Zahtjev timu ${name}`)
  await second.reload()
  await expectTitle(second, `Zahtjev timu ${name}`)
})

test('a free team tag names a pending request to another team, which founding withdraws, and changes nothing for a member; a used one belongs to its team, also if somebody else was quicker', async ({
  page,
  people,
  phone,
}) => {
  await people.captain('Prvi Izbor', 'tim-pristup')
  const second = await phone()
  await people.signUp(second, 'kapetan')
  const { team_id } = await callAs(second, 'createTeam', { team_name: 'Drugi Izbor' })
  await second.goto('/s/tim-pristup')
  await expectState(second, 'Tim Prvi Izbor')
  await expect(second.getByText('Ova oznaka pripada drugom timu. Vi ste u timu Drugi Izbor.')).toBeVisible()
  await second.goto('/s/tim-slobodan')
  await expect(second.getByText('Već ste u timu Drugi Izbor, pa ova oznaka ostaje slobodna za drugi tim.')).toBeVisible()
  await expectState(second, 'Slobodna timska oznaka')
  await expect(second.getByRole('button', { name: 'Osnuj tim' })).toBeHidden()

  await people.signUp(page, 'molitelj')
  await callAs(page, 'joinTeam', { team_id })
  await page.goto('/s/tim-pristup')
  await expectTitle(page, 'Tim Prvi Izbor')
  await expect(page.getByText('Već imate zahtjev timu Drugi Izbor. Povucite ga prije novoga.')).toBeVisible()
  await page.goto('/s/tim-brzi')
  await expect(page.getByText('Vaš zahtjev timu Drugi Izbor još čeka. Osnivanjem tima taj se zahtjev povlači.')).toBeVisible()
  await people.captain('Brži Prsti', 'tim-brzi')
  await page.getByRole('textbox', { name: 'Naziv tima' }).fill('Spori Prsti')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByText('Oznaka već pripada drugom timu. Uzmite drugu oznaku.')).toBeVisible()
  await expectTitle(page, 'Tim Brži Prsti')
})

test('a booth’s staff are led to award the team of a tag, and back does not return to the scan; a free tag and a bonus give them nothing, and only their own booth’s tag opens the board', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Brzi Na Oznaci', 'tim-dodjela')
  await people.signIn(page, 'iva')
  await page.goto('/vendor')
  await page.goto('/s/tim-dodjela')
  await expect(page).toHaveURL(`/qr/${team_id}`)
  await expect(page.getByRole('heading', { name: 'Brzi Na Oznaci' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/vendor')

  await page.goto('/s/prsten-3v8nq2wd6hcd')
  await expectState(page, 'Skriveno blago za igrače')
  await page.goto('/s/kviz-01')
  await expectTitle(page, 'Kvizionica')
  await expect(page.getByText('Ovo je vaš štand.')).toBeHidden()
  await page.goto('/s/arkade-01')
  await expect(page.getByText('Ovo je vaš štand.')).toBeVisible()
  await expectState(page, 'Arkadna zona')
  await page.goto('/s/tim-slobodan')
  await expectTitle(page, 'Slobodna timska oznaka')
  await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(page).toHaveURL('/vendor')
})

test('a booth’s tag shows a player what it gives, with their team’s cooldowns; a bonus gives nothing without a team or outside the event, and waits for the organiser once the results are closed', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'sam')
  const won = page.getByRole('listitem').filter({ hasText: 'Pobjeda' })
  await page.goto('/s/arkade-01')
  await expectState(page, 'Arkadna zona')
  await expect(page.getByText('Hala A, štand 3')).toBeVisible()
  await expect(won).toHaveText(/Pauza 15 min\+25\sbodova/)
  await page.goto('/s/nema-oznake')
  await expectState(page, 'Oznaka nije dio ove igre.')
  await page.goto('/s/prsten-3v8nq2wd6hcd')
  await expectState(page, 'Najprije vam treba tim')
  const captain = await people.captain('Sam Do Tima')
  const { team_id } = captain
  await callAs(page, 'joinTeam', { team_id })
  await page.reload()
  await expect(page.getByText('Kad kapetan prihvati vaš zahtjev timu Sam Do Tima', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(page).toHaveURL('/player')

  await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  const { user } = await callAs(page, 'currentUser', {})
  await callAs(captain, 'acceptInvite', { player_id: user.id })
  await page.goto('/s/arkade-01')
  await expect(won).toHaveText(/Pauza: još 1[45] minuta/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Sudjelovanje' })).toHaveText(/Sada dostupno/)
  await page.getByRole('main').getByRole('link', { name: 'Svi štandovi' }).click()
  await expect(page).toHaveURL('/player/standovi')

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

test('a bonus counts once for the team, whoever scans it and however often the page is reloaded or comes to the front', async ({
  page,
  people,
  phone,
}) => {
  await people.signUp(page, 'kapetan')
  const { team_id } = await callAs(page, 'createTeam', { team_name: longName('Lovci') })
  const member = await phone()
  await people.signUp(member, 'clan')
  const { user } = await callAs(member, 'currentUser', {})
  await callAs(member, 'joinTeam', { team_id })
  await callAs(page, 'acceptInvite', { player_id: user.id })

  const scans = scansOf(page)
  await page.goto('/s/zmaj-7k2p9x4mq8ab')
  await expectState(page, '+7 bodova')
  await expect(page.getByText(`Skriveno blago za tim ${longName('Lovci')}`)).toBeVisible()
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
  })
  await page.getByRole('link', { name: 'Moja Kartica' }).hover()
  await page.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(page.getByRole('heading', { name: longName('Lovci') })).toBeVisible()
  expect(scans).toHaveLength(1)
  await page.goto('/s/zmaj-7k2p9x4mq8ab')
  await expectState(page, 'Skriveno blago je već prikupljeno')
  await expect(page.getByText('Skriveno blago: +7 bodova')).toBeVisible()
  await expect(page.getByText('Prikupljeno upravo sada.')).toBeVisible()
  await member.goto('/s/zmaj-7k2p9x4mq8ab')
  await expectTitle(member, 'Skriveno blago je već prikupljeno')
  await member.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(member.getByRole('article').getByText('7 bodova')).toBeVisible()
})
