import { expect, test } from '../support/journey'
import { fillRegistration, linkIn } from '../support/people'
import { readQr } from '../support/read-qr'
import { foundByHand, wantToJoin } from '../support/teams'
import { expectAccessible } from '../support/usable'

test('from the SMS link to points on the card', async ({ page: captain, phone, people, game }) => {
  await test.step('a player registers and opens the link from the SMS', async () => {
    const ana = people.newProfile('ana')
    await captain.goto('/')
    await expect(captain.getByRole('heading', { name: 'Dobrodošli na GeekQuest!' })).toBeVisible()
    await captain.getByRole('link', { name: 'Prijava / Registracija' }).click()
    await captain.getByRole('link', { name: 'Registracija', exact: true }).click()
    await fillRegistration(captain, ana)
    await captain.getByRole('button', { name: 'Registriraj me' }).click()
    await expect(captain.getByLabel('Kod iz SMS-a')).toBeFocused()

    const link = linkIn(game.lastSms(ana.mobile))
    await captain.goto(link)
    await expect(captain.getByText('Dobrodošli, Ana.')).toBeVisible()
    await expect(captain).toHaveURL('/player')
  })

  await test.step('the player founds a team', async () => {
    await expect(captain.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
    await foundByHand(captain, 'Plavi Vukovi')
    await expect(captain.getByRole('heading', { name: 'Plavi Vukovi' })).toBeVisible()
    await expect(captain.getByText('0 bodova').first()).toBeVisible()
  })

  const member = await phone()
  await test.step('another player signs in with the code, finds the team and asks to join', async () => {
    const marko = await people.signUp(member, 'marko')
    await member.context().clearCookies()
    await member.goto('/player')
    await expect(member).toHaveURL(/\/auth\/login\?redirect=%2Fplayer/)
    const code = await people.askForCode(member, marko.mobile, marko.email.toUpperCase())
    await expect(member.getByText('Ako je račun pronađen, poslali smo SMS s kodom i linkom.')).toBeVisible()
    await member.getByLabel('Kod iz SMS-a').fill(code)
    await (await wantToJoin(member)).fill('plavi vuk')
    await member.getByRole('button', { name: 'Pošalji zahtjev timu Plavi Vukovi' }).click()
    await expect(member.getByText('Zahtjev je poslan. Čeka se odluka kapetana.')).toBeVisible()
  })

  await test.step('the captain accepts', async () => {
    await captain.goto('/player/tim')
    await captain.getByRole('button', { name: /^Prihvati zahtjev: marko/ }).click()
    await expect(captain.getByRole('region', { name: 'Članovi' })).toContainText('2 člana')
    await captain.goto('/player')
    await member.reload()
    await expect(member.getByRole('heading', { name: 'Plavi Vukovi' })).toBeVisible()
  })

  const vendor = await phone()
  await test.step("a booth's staff opens the team's QR address and awards points", async () => {
    const address = await readQr(captain.getByRole('img', { name: 'QR kod tima Plavi Vukovi' }))
    expect(address).toMatch(new RegExp(`^${game.url}/qr/[\\w-]+$`))
    await people.openBoard(vendor, 'iva')
    await expect(vendor.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
    await vendor.goto(address)
    await expect(vendor.getByRole('heading', { name: 'Plavi Vukovi' })).toBeVisible()
    await vendor.getByRole('button', { name: /^Pobjeda/ }).click()
    await expect(vendor.getByText('Upisano')).toBeVisible()
    await expect(vendor.getByRole('button', { name: /^Pobjeda.*Pauza: još 1[45] minuta/ })).toBeDisabled()
  })

  await test.step('the card shows the points to everyone in the team', async () => {
    await captain.reload()
    await expect(captain.getByRole('article').getByText('25 bodova')).toBeVisible()
    await expect(captain.getByText('Arkadna zona', { exact: false }).first()).toBeVisible()
    await member.reload()
    await expect(member.getByRole('article').getByText('25 bodova')).toBeVisible()
    await expectAccessible(member)
  })
})
