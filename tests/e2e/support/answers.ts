import type { Page } from '@playwright/test'
import { type CallName, type CallOutput, definitionOf } from '#contract/calls'

/** The addresses of one call of the API. */
export function isCall(name: CallName): (url: URL) => boolean {
  const { action, option } = definitionOf(name)
  return (url) =>
    url.pathname === '/api' &&
    url.searchParams.get('action') === action &&
    (url.searchParams.get('option') ?? undefined) === option
}

/** Changes what the server answers to one call, for states that a journey cannot play its way into. */
export async function changeAnswers<N extends CallName>(
  page: Page,
  name: N,
  change: (answer: CallOutput<N>) => CallOutput<N>,
): Promise<void> {
  await page.route(isCall(name), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as CallOutput<N> & { status: string }
    await route.fulfill({ response, json: body.status === 'OK' ? { ...body, ...change(body) } : body })
  })
}
