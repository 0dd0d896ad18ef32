import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The HTML of a component's first render, with the data of `client`. */
export async function staticScreen(client: QueryClient, component: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => createElement(QueryClientProvider, { client }, component),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  // The type of `RouterProvider` allows only the app's own router.
  return renderToStaticMarkup(createElement(RouterProvider, { router } as never))
}
