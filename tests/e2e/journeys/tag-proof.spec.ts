import type { Page } from '@playwright/test'
import { newUid, touch } from '../../support/ntag424'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { fillRegistration, linkIn } from '../support/people'
import { openScanner } from '../support/scanner'
import { foundByHand } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectUsable } from '../support/usable'

const COLLECTED = 'Skriveno blago je prikupljeno'
const REPLAYED = 'Ovaj je dodir već iskorišten. Ponovno prislonite mobitel na oznaku.'
const NOT_PROVEN = 'Prislonite mobitel na samu oznaku. Ova poveznica sama ne vrijedi.'

/** Expects that neither the page's address nor any address that it has requested carries a proof. */
async function expectNoProofIn(page: Page): Promise<void> {
  const { current, requested } = await page.evaluate(() => ({
    current: location.href,
    requested: performance.getEntriesByType('resource').map(({ name }) => name),
  }))
  for (const address of [current, ...requested])
    expect(decodeURIComponent(address)).not.toContain('picc')
}

/** Makes a tag as an organiser does. Returns the id in the template for its chip. */
async function makeProvingTag(page: Page): Promise<string> {
  await page.goto('/organizator/priprema?dio=oznake')
  const form = page.getByRole('region', { name: 'Izradi oznake' })
  await form.getByRole('radio', { name: 'Blago' }).check()
  await form.getByLabel('Koliko').fill('1')
  await form.getByLabel('Svaki dodir dokazuje se čipom').check()
  await form.getByRole('button', { name: 'Izradi oznake' }).click()
  await expect(form.getByText('Ovo je polje obavezno.')).toBeVisible()
  await form.getByLabel('Vrsta bodova').selectOption('Skriveno blago')
  const { event: before } = await callAs(page, 'readEvent', {})
  await form.getByRole('button', { name: 'Izradi oznake' }).click()
  await expectToast(page, 'Izrađeno: 1 oznaka.')
  const { event } = await callAs(page, 'readEvent', {})
  const made = event.tags.find(({ nfc_id }) => before.tags.every((tag) => tag.nfc_id !== nfc_id))
  const row = page.getByRole('listitem').filter({ hasText: `/s/${made?.nfc_id}` })
  await row.getByText('Što zapisati na čip').click()
  const template = row.getByText(/\?picc=0{32}&cmac=0{16}$/)
  await expect(template).toBeVisible()
  await expectUsable(page, 'setup-proving-tags')
  return /\/s\/(\w+)\?/.exec((await template.textContent()) ?? '')?.[1] ?? ''
}

test.use({ serviceWorkers: 'block' })

test('a touch counts once: for the team that touched, even after a registration, not for friends with its address', async ({
  page,
  people,
  game,
  phone,
}) => {
  const chip = newUid()
  const organiser = await phone()
  await people.signIn(organiser, 'ana')
  const nfcId = await makeProvingTag(organiser)
  const addressOf = (counter: number) => `/s/${nfcId}?${new URLSearchParams(touch(chip, counter))}`

  await people.signUp(page, 'nalaznik')
  await callAs(page, 'createTeam', { team_name: `Nalaznici ${process.pid}` })
  await page.goto(addressOf(1))
  await expect(page.getByText(COLLECTED)).toBeVisible()
  await expect(page).toHaveURL(`/s/${nfcId}`)
  await expectNoProofIn(page)
  await page.reload()
  await expect(page.getByText('Skriveno blago je već prikupljeno')).toBeVisible()

  const friend = await phone()
  await people.signUp(friend, 'prijatelj')
  await callAs(friend, 'createTeam', { team_name: `Prijatelji ${process.pid}` })
  await friend.goto(addressOf(1))
  await expect(friend.getByText(REPLAYED)).toBeVisible()
  await expectNoProofIn(friend)
  await friend.goto(`/s/${nfcId}`)
  await expect(friend.getByText(NOT_PROVEN)).toBeVisible()
  // A fresh touch in the scanner counts, although the tag's screen is already open.
  await openScanner(friend)
  await friend.getByRole('button', { name: 'Upiši kod' }).click()
  await friend.getByRole('textbox', { name: 'Kod s oznake' }).fill(`${game.url}${addressOf(2)}`)
  await friend.keyboard.press('Enter')
  await expect(friend.getByText(COLLECTED)).toBeVisible()
  await expectNoProofIn(friend)

  const newcomer = await phone()
  const profile = people.newProfile('pridosli')
  await newcomer.goto(addressOf(3))
  await expect(newcomer).toHaveURL(/\/auth\/login/)
  await expectNoProofIn(newcomer)
  await newcomer.getByRole('link', { name: 'Registracija', exact: true }).click()
  await fillRegistration(newcomer, profile)
  await newcomer.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(newcomer.getByLabel('Kod iz SMS-a')).toBeVisible()
  await newcomer.goto(linkIn(game.lastSms(profile.mobile)))
  await expect(newcomer).toHaveURL(`/s/${nfcId}`)
  await expect(newcomer.getByText('Dodir oznake je zapamćen.', { exact: false })).toBeVisible()
  await expectUsable(newcomer, 'scan-touch-remembered')
  await newcomer.getByRole('link', { name: 'Osnuj ili pronađi tim' }).click()
  await expect(newcomer.getByText('Čeka da uđete u tim')).toBeVisible()
  await foundByHand(newcomer, `Pridošli ${process.pid}`)
  await expectToast(newcomer, 'Prikupljeno: Skriveno blago')
  expect((await callAs(newcomer, 'teamPoints', {})).points).toBe(7)
})
