import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { publicScreens, type ReadyScreen } from '#contract/page'
import { escapeHtml } from '#texts/escape-html'
import { titleTexts } from '#texts/titles'
import { currentUserQuery } from './api/queries'
import { createQueryClient } from './api/query-client'
import { createAppRouter } from './router'
import { PRODUCT_NAME } from './ui/product'

/**
 * Replaces forms by plain elements: before the app's code runs, submitting a form would put a phone
 * number into the address. A page without scripts hides these elements.
 */
const withoutForms = (html: string) =>
  html.replace(/<form(?=[\s>])/g, '<div data-form').replaceAll('</form>', '</div>')

/** Prerenders one screen as a visitor sees it. */
async function renderPublicScreen(
  path: string,
  visitorsOnly: boolean,
  initialTitle: string,
): Promise<ReadyScreen> {
  const client = createQueryClient({ toastError: () => undefined, onSignedOut: () => undefined })
  client.setQueryData(currentUserQuery().queryKey, null)
  const account = { ready: Promise.resolve(), forget: async () => undefined }
  const router = createAppRouter(client, account)
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  })
  await router.load()
  if (router.state.location.pathname !== path)
    throw new Error(`${path} redirects to ${router.state.location.pathname}`)
  const screen = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // React renders the loader if it could not render the screen.
  if (!screen.includes('<h1')) throw new Error(`${path} could not be rendered without a browser`)
  const named = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)
    ?.staticData.title
  const title =
    named === undefined ? initialTitle : escapeHtml(titleTexts.screen(named, PRODUCT_NAME))
  return {
    title,
    html: `<div data-screen="${visitorsOnly ? 'visitors' : 'all'}">${withoutForms(screen)}</div>`,
  }
}

export async function renderPublicScreens(
  initialTitle: string,
): Promise<Record<string, ReadyScreen>> {
  const screens: Record<string, ReadyScreen> = {}
  for (const { path, file, visitorsOnly } of publicScreens()) {
    screens[file] = await renderPublicScreen(path, visitorsOnly, initialTitle)
  }
  return screens
}
