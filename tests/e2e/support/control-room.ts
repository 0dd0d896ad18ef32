import { expect, type Page } from '@playwright/test'
import { isCall } from './answers'
import { awardState, tap } from './booth-screen'
import { type Caller, callAs } from './call-as'
import type { People } from './people'

/** Makes a correction in the control room: presses its button, fills in these fields of the dialog, and confirms. */
export async function correct(
  desk: Page,
  label: string,
  fill: Readonly<Record<string, string>> = {},
): Promise<void> {
  await desk.getByRole('button', { name: label, exact: true }).first().click()
  const dialog = desk.getByRole('alertdialog')
  for (const [field, text] of Object.entries(fill)) await dialog.getByLabel(field).fill(text)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Returns how many awards the devices of a booth's person last reported as waiting. The organiser's overview shows it within seconds. */
export async function waitingOf(
  organiser: Caller,
  nickname: string,
): Promise<number | null | undefined> {
  const { booths } = await callAs(organiser, 'overview', {})
  return booths.flatMap(({ staff }) => staff).find((person) => person.nickname === nickname)
    ?.waiting
}

/** Gives a team points on a phone of zoran's booth, which reports them as waiting and goes offline. The returned function restores the network. */
export async function holdAward(
  booth: Page,
  people: People,
  teamId: string,
  organiser: Caller,
): Promise<() => Promise<void>> {
  await people.signIn(booth, 'zoran')
  await booth.goto(`/qr/${teamId}`)
  const isAward = isCall('awardPoints')
  await booth.route(isAward, (route) => route.abort())
  await tap(booth)
  await expect(awardState(booth)).toHaveText('Čeka slanje')
  // Opening the screen of tags makes a call, and each call reports how many awards wait.
  await booth.getByRole('link', { name: 'Oznake' }).first().click()
  await expect.poll(() => waitingOf(organiser, 'zoran')).toBe(1)
  await booth.context().setOffline(true)
  await booth.goBack()
  return async () => {
    await booth.unroute(isAward)
    await booth.context().setOffline(false)
  }
}
