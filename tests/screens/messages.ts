import type { Page } from '@playwright/test'
import { changeAnswers } from '../e2e/support/answers'

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Two messages of the organiser, on this phone alone: others would show them on every later picture. */
export async function sendMessages(page: Page): Promise<void> {
  const lunch = 'Ručak je do 13 h, u hali B.'
  const closing =
    'Zatvaramo u 18 h. Podijelite preostale bodove do 17:45 i ostavite aplikaciju otvorenu dok sve ne bude upisano; proglašenje je u 18:30 na velikoj pozornici.'
  await changeAnswers(page, 'listMessages', () => ({
    messages: [
      { message_id: 'closing', text: closing, sent_at: minutesAgo(1), to: 'all' },
      { message_id: 'lunch', text: lunch, sent_at: minutesAgo(12), to: 'all' },
    ],
  }))
}
