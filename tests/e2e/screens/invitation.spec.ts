import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { type Caller, callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test as journey } from '../support/journey'
import { passTime } from '../support/pass-time'
import { fillRegistration, linkIn } from '../support/people'
import { readQr } from '../support/read-qr'
import { openScanner } from '../support/scanner'
import { foundTeam, openScreen, panel, teamIdOf } from '../support/teams'
import { checkState, expectUsable } from '../support/usable'

/**
 * How long the card welcomes a new member (ms). These journeys hold this timer, so that even on a
 * busy machine they see the welcome.
 */
const WELCOME_MS = 8_000

const test = journey.extend({
  prepare: async ({ prepare }, use) =>
    use(async (context) => {
      await holdTimers(context, WELCOME_MS, WELCOME_MS)
      return await prepare(context)
    }),
})

const dialogOf = (captain: Page) => captain.getByRole('dialog')
const codeOf = (captain: Page) =>
  dialogOf(captain).getByRole('img', { name: /^Kod za ulazak u tim/ })

/** Returns the link in a captain's code without opening the screen. */
async function linkOf(captain: Caller): Promise<string> {
  const { invite_token } = await callAs(captain, 'inviteToTeam', {})
  return `/t/${await teamIdOf(captain)}?i=${invite_token}`
}

/**
 * Accepts an invitation that was opened by its address, as the phone's own camera opens it: the app
 * asks for one tap.
 */
const joinAt = async (page: Page, team: string) =>
  await page.getByRole('button', { name: `Pridruži se timu ${team}` }).click()

/** Everything in which a phone could keep an invitation: address, history and storage. */
async function tracesOf(page: Page): Promise<string> {
  return await page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
  )
}

test('rule 4: three signed-in people become a team with one typed name and six taps', async ({
  page: captain,
  people,
  phone,
}) => {
  let taps = 0
  async function tap(on: Page, name: string): Promise<void> {
    taps += 1
    await on.getByRole('button', { name, exact: true }).click()
  }
  await captain.setViewportSize({ width: 320, height: 568 })
  await captain.clock.install()
  const [first, second] = [await phone(), await phone()]
  await first.setViewportSize({ width: 375, height: 667 })
  await second.setViewportSize({ width: 1280, height: 800 })
  await people.signUp(captain, 'kapetan')
  const { nickname } = await people.signUp(first, 'prva')
  const { nickname: other } = await people.signUp(second, 'druga')

  await captain.goto('/player')
  await tap(captain, 'Osnuj tim')
  await captain.getByRole('textbox', { name: 'Naziv tima' }).fill('Za Minutu')
  await tap(captain, 'Osnuj tim')
  await tap(captain, 'Munja')
  await expect(dialogOf(captain), 'one tap saves the emblem').toBeHidden()
  await tap(captain, 'Pozovi u tim')
  await expect(dialogOf(captain)).toContainText('Kod vrijedi 10 minuta.')
  // The words distinguish this code from the card's, which a booth scans.
  await expect(captain.getByRole('dialog', { name: 'Poziv u tim' })).toContainText(
    'Suigrač skenira ovaj kod',
  )
  const address = await readQr(codeOf(captain))
  expect(address).toMatch(
    new RegExp(`^${new URL('/t/', captain.url()).href}${await teamIdOf(captain)}\\?i=.{20,}$`),
  )

  await first.goto(address)
  await tap(first, 'Pridruži se timu Za Minutu')
  await expect(first.getByRole('article').getByText('Sada ste u timu Za Minutu.')).toBeVisible()
  await expect(first).toHaveURL('/player')
  await expect(dialogOf(captain)).toContainText(`U timu: ${nickname}`)
  await checkState(captain, 'invitation')

  // Unlike a route, this also ends the open stream: any answer would correct the page's clock.
  await captain.context().setOffline(true)
  await passTime(captain, 61_000)
  await expect(dialogOf(captain)).toContainText('Niste povezani. Novi kod stiže čim se povežete.')
  await expect(codeOf(captain)).toBeVisible()
  // A phone that slept hides its expired code.
  await passTime(captain, 600_000)
  await expect(codeOf(captain)).toBeHidden()
  await captain.context().setOffline(false)
  await passTime(captain, 5_000)
  await expect(dialogOf(captain)).toContainText('Kod vrijedi 10 minuta.')
  const renewed = await readQr(codeOf(captain))
  expect(renewed).not.toBe(address)

  await second.goto(renewed)
  await tap(second, 'Pridruži se timu Za Minutu')
  await expect(second.getByRole('article').getByText('Sada ste u timu Za Minutu.')).toBeVisible()
  expect(taps).toBe(6)
  await expect(dialogOf(captain)).toContainText(`U timu: ${nickname}, ${other}`)
  // This event's teams hold three people, so the team is full.
  await passTime(captain, 61_000)
  await expect(dialogOf(captain)).toContainText('Tim je popunjen.')
  await expect(codeOf(captain)).toBeHidden()
  for (const member of [first, second]) {
    await member.goBack()
    await member.goForward()
    expect(await tracesOf(member)).not.toMatch(/\?i=|geek-invitation/)
  }
})

test('rule 4: an invitation leads a signed-out person through registration into the team', async ({
  page,
  people,
  phone,
  game,
}) => {
  const captain = await people.captain('Novi Susjedi')
  const link = await linkOf(captain)
  const token = new URL(link, game.url).searchParams.get('i') ?? ''
  const urls: string[] = []
  const referers: (string | undefined)[] = []
  page.context().on('request', (request) => {
    urls.push(request.url())
    referers.push(request.headers().referer)
  })
  await page.goto(link)
  const invited = page.getByText('Pozvani ste u tim u igri GeekQuest.')
  await expect(invited).toBeVisible()
  await checkState(page, 'invitation-signed-out')
  await page.getByRole('link', { name: 'Registracija' }).click()
  await expect(invited).toBeVisible()
  const profile = people.newProfile('nova')
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
  const fromSms = await page.context().newPage()
  await fromSms.goto(linkIn(game.lastSms(profile.mobile)))
  await joinAt(fromSms, 'Novi Susjedi')
  await expect(
    fromSms.getByRole('article').getByText('Sada ste u timu Novi Susjedi.'),
  ).toBeVisible()
  expect(urls.filter((url) => url.includes(token))).toEqual([new URL(link, game.url).href])
  expect(referers.filter((referer) => referer?.includes(token))).toEqual([])
  expect(await tracesOf(fromSms)).not.toContain(token)

  const desktop = await phone()
  await desktop.setViewportSize({ width: 1280, height: 800 })
  const { profile: known } = await people.player('poznata')
  await desktop.goto(link)
  await people.askForCode(desktop, known.mobile)
  // The SMS's link also works when it is pasted into the code's field.
  await desktop.getByLabel('Kod iz SMS-a').fill(linkIn(game.lastSms(known.mobile)))
  await joinAt(desktop, 'Novi Susjedi')
  await expect(
    desktop.getByRole('article').getByText('Sada ste u timu Novi Susjedi.'),
  ).toBeVisible()
})

test('rule 4: an invitation opened as an address shows the team, and does nothing before the tap', async ({
  page,
  people,
}) => {
  const captain = await people.captain('Tuđa Stranica')
  const asked = await people.captain('Moj Izbor')
  const link = await linkOf(captain)
  await people.signUp(page, 'mirna')
  await callAs(page, 'joinTeam', { team_id: asked.team_id })
  const joins: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('option=join')) joins.push(request.url())
  })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Tuđa Stranica' })).toBeVisible()
  await expect(page.getByText(/^1\sčlan$/)).toBeVisible()
  await expect(page.getByText('Vaš zahtjev timu Moj Izbor time se povlači.')).toBeVisible()
  await checkState(page, 'invitation-offer')
  await page.getByRole('link', { name: 'Odustani' }).click()
  await expect(page).toHaveURL('/player')
  const { user } = await callAs(page, 'currentUser', {})
  expect([joins, user.team, user.pending_team?.team_id]).toEqual([[], null, asked.team_id])
  expect((await callAs(asked, 'listInvites', {})).invites).toHaveLength(1)

  await page.goto(link)
  await joinAt(page, 'Tuđa Stranica')
  await expect(page.getByRole('article').getByText('Sada ste u timu Tuđa Stranica.')).toBeVisible()
  expect(joins).toHaveLength(1)
})

test('rule 4: an invitation scanned inside the app makes a member at once', async ({
  page: captain,
  people,
  phone,
}) => {
  await foundTeam(captain, people, 'Brzi Sken')
  await captain.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (shared: ShareData) => void Object.assign(window, { shared }),
    })
  })
  await openScreen(captain, 'Tim')
  // Press the button in Tim's panel: the card, which stays until Tim has loaded, has such a button
  // too, and its dialog would go with the card.
  await panel(captain, 'Poziv u tim').getByRole('button', { name: 'Pozovi u tim' }).click()
  await dialogOf(captain).getByRole('button', { name: 'Pošalji link' }).click()
  const { url = '' } = await captain.evaluate(
    () => (window as unknown as { shared: ShareData }).shared,
  )
  expect(new URL(url).search).toBe(new URL(await readQr(codeOf(captain))).search)

  const friend = await phone()
  await people.signUp(friend, 'brza')
  await callAs(friend, 'joinTeam', { team_id: (await people.captain('Spori Odgovor')).team_id })
  await friend.goto('/player')
  await openScanner(friend)
  await friend.getByRole('button', { name: 'Upiši kod' }).click()
  await friend.getByRole('textbox', { name: 'Kod s oznake' }).fill(url)
  await friend.keyboard.press('Enter')
  await expect(friend.getByRole('article').getByText('Sada ste u timu Brzi Sken.')).toBeVisible()
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Brzi Sken')
  const { user } = await callAs(friend, 'currentUser', {})
  expect(user.pending_team).toBeNull()
})

test('rule 4: an invitation that cannot be used says why in a sentence', async ({
  page,
  people,
  phone,
}) => {
  const captain = await people.captain('Zatvorena Vrata')
  const link = await linkOf(captain)
  await people.signUp(page, 'kasna')
  async function expectReason(on: Page, opened: string, reason: string, joins = ''): Promise<void> {
    await on.goto(opened)
    if (joins !== '') await joinAt(on, joins)
    await expect(on.getByRole('heading', { level: 1, name: reason })).toBeVisible()
  }
  await expectReason(
    page,
    `/t/${captain.team_id}?i=abc.def`,
    'Poziv je istekao. Zamolite kapetana da pokaže novi.',
    'Zatvorena Vrata',
  )
  await checkState(page, 'invitation-expired')
  // Asking to join remains possible.
  await page.getByRole('link', { name: 'Pošalji zahtjev' }).click()
  await expect(
    page.getByRole('button', { name: 'Pošalji zahtjev timu Zatvorena Vrata' }),
  ).toBeVisible()
  await expectReason(page, '/t/nema-tima?i=abc.def', 'Tim nije pronađen. Možda je raspušten.')
  await page.route(isCall('joinTeam'), (route) => route.abort())
  await page.goto(link)
  await joinAt(page, 'Zatvorena Vrata')
  await expect(page.getByText('Niste povezani', { exact: true })).toBeVisible()
  await expectUsable(page, 'invitation-offline')
  await page.unrouteAll()
  for (const one of ['treca', 'cetvrta']) {
    const member = await people.player(one)
    await callAs(member, 'joinTeam', {
      team_id: captain.team_id,
      invite_token: link.split('?i=')[1] ?? '',
    })
  }
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(page.getByRole('heading', { name: 'Tim je popunjen.' })).toBeVisible()
  await callAs(page, 'createTeam', { team_name: 'Vlastita Kuća' })
  await expectReason(page, link, 'Već ste u timu Vlastita Kuća.')
  await expectReason(page, await linkOf(page), 'Već ste u timu Vlastita Kuća.')

  const staff = await phone()
  await people.signIn(staff, 'iva')
  await expectReason(staff, link, 'Poziv u tim vrijedi za igrače.')
  await staff.getByRole('link', { name: 'Na početak' }).click()
  await expect(staff).toHaveURL('/vendor')
  const organiser = await phone()
  await people.signIn(organiser, 'ana')
  await expectReason(organiser, link, 'Poziv u tim vrijedi za igrače.')
})
