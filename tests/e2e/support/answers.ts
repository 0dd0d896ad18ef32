import type { Page, Route } from '@playwright/test'
import { type CallName, type CallOutput, definitionOf } from '#contract/calls'
import type { Code } from '#contract/codes'
import { errorTexts } from '#texts/errors'

/** Matches the URLs of one API call. */
export function isCall(name: CallName): (url: URL) => boolean {
  const { action, option } = definitionOf(name)
  return (url) =>
    url.pathname === '/api' &&
    url.searchParams.get('action') === action &&
    (url.searchParams.get('option') ?? undefined) === option
}

/** Changes the server's response to one call, for states that a journey cannot reach by itself. */
export async function changeAnswers<N extends CallName>(
  page: Page,
  name: N,
  change: (answer: CallOutput<N>) => CallOutput<N>,
): Promise<void> {
  await page.route(isCall(name), async (route) => {
    const response = await route.fetch().catch(() => null)
    // There is no response if the journey has cut the network.
    if (response === null) return await route.abort()
    const body = (await response.json()) as CallOutput<N> & { status: string }
    // Drop the version: the server does not know the changed list, and would later answer that
    // nothing has changed.
    const noVersion = { version: undefined, unchanged: undefined }
    await route.fulfill({
      response,
      json: body.status === 'OK' ? { ...body, ...noVersion, ...change(body) } : body,
    })
  })
}

/** Refuses a call in the server's place. Returns the message that the app shows. */
export async function refuseCall(
  page: Page,
  name: CallName,
  code: Code,
  status = 200,
): Promise<string> {
  const message = errorTexts[code]
  const json = { status: 'KO', code, message, server_time: new Date().toISOString() }
  await page.route(isCall(name), (route) => route.fulfill({ status, json }))
  return message
}

/** The server gets the next call of this name, and no answer comes back. */
export async function loseAnswer(page: Page, name: CallName): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(isCall(name), lose, { times: 1 })
}
