import { expect, type Page } from '@playwright/test'
import { type Caller, callAs } from './call-as'

/** Makes a correction in the control room: presses its button and confirms in the dialog, with these fields filled in. */
export async function correct(desk: Page, label: string, fill: Readonly<Record<string, string>> = {}): Promise<void> {
  await desk.getByRole('button', { name: label, exact: true }).first().click()
  const dialog = desk.getByRole('alertdialog')
  for (const [field, text] of Object.entries(fill)) await dialog.getByLabel(field).fill(text)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** What the devices of a booth's person last said that waits on them, as the organiser's overview has it. The server writes it within seconds. */
export async function waitingOf(organiser: Caller, nickname: string): Promise<number | null | undefined> {
  const { booths } = await callAs(organiser, 'overview', {})
  return booths.flatMap(({ staff }) => staff).find((person) => person.nickname === nickname)?.waiting
}
