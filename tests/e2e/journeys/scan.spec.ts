import type { Page } from '@playwright/test'
import { refuseCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { addMember } from '../support/teams'
import { checkState, expectUsable } from '../support/usable'

/** The longest name that rule 3 allows, with no place for a line break. */
const longName = (start: string) => start.padEnd(40, 'W')

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

function scansOf(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('action=scan')) made.push(request.postData() ?? '')
  })
  return made
}

test.use({ serviceWorkers: 'block' })

test('a free team tag founds a team, and leads its next visitor to ask to join', async ({
  page,
  people,
  phone,
}) => {
  const name = longName('Vukovi')
  const scans = scansOf(page)
  await people.signUp(page, 'osnivac')
  await page.goto('/s/tim-osnivanje')
  await expectTitle(page, 'Slobodna timska oznaka')
  await checkState(page, 'scan-free-tag')
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
  await checkState(page, 'scan-own-team')
  await expectTitle(page, name)
  await page.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(page).toHaveURL('/player')

  const { profile: ana } = await people.player('ana')
  const second = await phone()
  const scansOfVisitor = scansOf(second)
  await second.goto('/s/tim-osnivanje')
  await expect(second).toHaveURL(/\/auth\/login\?redirect=%2Fs%2Ftim-osnivanje/)
  await expect(second.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  await checkState(second, 'sign-in-found-tag')
  expect(scansOfVisitor).toEqual([])
  await second.getByLabel('Kod iz SMS-a').fill(await people.askForCode(second, ana.mobile))
  await expect(second).toHaveURL('/s/tim-osnivanje')
  await expectTitle(second, `Tim ${name}`)
  await expectUsable(second, 'scan-team-to-ask')
  await expect(second.getByText('1 član · 0 bodova', { exact: false })).toBeVisible()
  await second.getByRole('button', { name: `Pošalji zahtjev timu ${name}` }).click()
  await expectTitle(second, `Zahtjev timu ${name}`)
  expect(await second.evaluate(() => window.toasts.join()), 'the screen says it').not.toContain(
    'Zahtjev je poslan',
  )
  await second.reload()
  await expectTitle(second, `Zahtjev timu ${name}`)
})

test('a booth’s tag shows the booth’s points; a bonus gives none without a team or outside the event', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'sam')
  await page.goto('/s/prsten-3v8nq2wd6hcd')
  await expectTitle(page, 'Najprije vam treba tim')
  await checkState(page, 'scan-needs-team')
  const { team_id } = await callAs(page, 'createTeam', { team_name: 'Sam Do Tima' })
  await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  await page.goto('/s/arkade-01')
  await expect(page.getByRole('listitem').filter({ hasText: 'Pobjeda' })).toHaveText(
    /Pauza: još 1[45]\sminuta/,
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Sudjelovanje' })).toHaveText(
    /Sada dostupno/,
  )
  await expectTitle(page, 'Arkadna zona')
  await checkState(page, 'scan-booth')

  await refuseCall(page, 'scan', 'EVENT_CLOSED')
  await page.goto('/s/prsten-3v8nq2wd6hcd')
  await expectTitle(page, 'Natjecanje nije u tijeku')
  await checkState(page, 'scan-closed')
  const refusal = await refuseCall(page, 'scan', 'KEPT_FOR_ORGANISER')
  await page.reload()
  await expectTitle(page, 'Rezultati su zatvoreni')
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toHaveCount(0)
})

test('a bonus counts once for the team, no matter who scans it and how often', async ({
  page,
  people,
  phone,
}) => {
  await people.signUp(page, 'kapetan')
  await callAs(page, 'createTeam', { team_name: longName('Lovci') })
  const member = await phone()
  await people.signUp(member, 'clan')
  await addMember(page, member)

  const scans = scansOf(page)
  await page.goto('/s/zmaj-7k2p9x4mq8ab')
  await expectTitle(page, '+7 bodova')
  await checkState(page, 'scan-bonus')
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
  await expectTitle(page, 'Skriveno blago je već prikupljeno')
  await expect(page.getByText('Skriveno blago: +7 bodova')).toBeVisible()
  await expect(page.getByText('Prikupljeno upravo sada.')).toBeVisible()
  await checkState(page, 'scan-bonus-again')
  await member.goto('/s/zmaj-7k2p9x4mq8ab')
  await expectTitle(member, 'Skriveno blago je već prikupljeno')
  await member.getByRole('link', { name: 'Moja Kartica' }).click()
  await expect(member.getByRole('article').getByText('7 bodova')).toBeVisible()
})
