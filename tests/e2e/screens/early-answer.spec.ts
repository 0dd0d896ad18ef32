import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { foundTeam } from '../support/teams'

const SCRIPTS = '**/assets/*.js'

/** The bodies of the questions to `action=login`, in their order. */
function followLogins(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('action=login')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

test('a phone with a session asks who is signed in before the app’s scripts are there, and only once', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Rani Ptičari')
  const logins = followLogins(page)
  let letScriptsThrough = () => {}
  const answered = new Promise<void>((resolve) => {
    letScriptsThrough = resolve
  })
  await page.route(SCRIPTS, (route) => answered.then(() => route.continue()))
  const answer = page.waitForResponse((response) => response.url().includes('action=login'))
  await page.goto('/player', { waitUntil: 'commit' })
  expect((await answer).ok()).toBe(true)
  expect(logins).toEqual([''])
  letScriptsThrough()
  await expect(page.getByRole('heading', { name: 'Rani Ptičari' })).toBeVisible()
  expect(logins).toEqual([''])
})
