import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { titleTexts } from '#i18n/titles'
import { LandingPage } from './features/landing/landing-page'
import { screenModule } from './screen-module'
import { AuthLayout } from './session/auth-layout'
import type { Account } from './session/current-user'
import { type GuardContext, notVisited, openHomeWithScanner, requireRole, requireUser, requireVisitor } from './session/guards'
import { parseReturnPlace } from './session/places'
import { keepSignInLink, openedSignInLink } from './session/sign-in-link'
import { LoadFailedScreen } from './ui/load-failed-screen'
import { LogoLoader } from './ui/logo-loader'

interface RouterContext extends GuardContext {
  readonly account: Account
}

/** Where to go after sign-in; what is no place of this site is dropped. */
const returnSearch = v.object({
  redirect: v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.check((place) => parseReturnPlace(place) !== null),
      ),
    ),
    undefined,
  ),
})
/** The shortcut of the installed app that opens the scanner. */
const landingSearch = v.object({ skeniraj: v.fallback(v.optional(v.literal(1)), undefined) })
/** A team whose QR code a player without a team has opened. */
const cardSearch = v.object({ team: v.fallback(v.optional(v.string()), undefined) })

const root = createRootRouteWithContext<RouterContext>()({})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: landingSearch,
  beforeLoad: ({ context, search, preload }) => {
    if (search.skeniraj === undefined) return requireVisitor(context, undefined, preload)
    return preload ? notVisited() : openHomeWithScanner(context)
  },
  component: LandingPage,
})

const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout })

const signIn = createRoute({
  getParentRoute: () => auth,
  path: '/auth/login',
  staticData: { title: titleTexts.signIn },
  validateSearch: returnSearch,
  beforeLoad: ({ context, search, preload }) => requireVisitor(context, search.redirect, preload),
  component: lazyRouteComponent(() => screenModule(import('./features/sign-in/sign-in-page')), 'SignInPage'),
})

const register = createRoute({
  getParentRoute: () => auth,
  path: '/auth/register',
  staticData: { title: titleTexts.register },
  validateSearch: returnSearch,
  beforeLoad: ({ context, search, preload }) => requireVisitor(context, search.redirect, preload),
  component: lazyRouteComponent(() => screenModule(import('./features/sign-in/register-page')), 'RegisterPage'),
})

/** The guard's address of the sign-in screen (both of the specification's readings lead to one screen). */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: returnSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})

/** A link from an SMS: its token is taken out of address bar and history before anything else happens. */
const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/l/$idSlug/$mtpSlug',
  beforeLoad: ({ params, preload }) => {
    if (preload) notVisited()
    keepSignInLink({ userId: params.idSlug, token: params.mtpSlug })
    throw redirect({ to: '/l', replace: true })
  },
})

const openedLink = createRoute({
  getParentRoute: () => auth,
  path: '/l',
  staticData: { title: titleTexts.link },
  beforeLoad: () => {
    if (openedSignInLink() === null) throw redirect({ to: '/', replace: true })
  },
  component: lazyRouteComponent(() => screenModule(import('./features/sign-in/link-page')), 'LinkPage'),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/uvijeti',
  staticData: { title: titleTexts.terms },
  component: lazyRouteComponent(() => screenModule(import('./features/terms/terms-page')), 'TermsPage'),
})

/** Below it somebody is signed in, and the context says who. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location, preload }) => ({ user: await requireUser(context, location.href, preload) }),
  component: lazyRouteComponent(() => screenModule(import('./session/signed-in-layout')), 'SignedInLayout'),
})

const player = createRoute({
  getParentRoute: () => signedIn,
  path: '/player',
  staticData: { title: titleTexts.card },
  validateSearch: cardSearch,
  beforeLoad: ({ context }) => requireRole(context.user, 'player'),
  component: lazyRouteComponent(() => screenModule(import('./features/team/card-page')), 'CardPage'),
})

const vendor = createRoute({
  getParentRoute: () => signedIn,
  path: '/vendor',
  staticData: { title: titleTexts.board },
  beforeLoad: ({ context }) => requireRole(context.user, 'vendor'),
  component: lazyRouteComponent(() => screenModule(import('./features/booth/board-page')), 'BoardPage'),
})

const tagWriting = createRoute({
  getParentRoute: () => signedIn,
  path: '/vendor/oznake',
  staticData: { title: titleTexts.tagWriting },
  beforeLoad: ({ context }) => requireRole(context.user, 'vendor'),
  component: lazyRouteComponent(() => screenModule(import('./features/tag-writing/tag-writing-page')), 'TagWritingPage'),
})

const qr = createRoute({
  getParentRoute: () => signedIn,
  path: '/qr/$qrSlug',
  staticData: { title: titleTexts.award },
  beforeLoad: ({ context, params }) => {
    if (context.user.vendor_id === null) throw redirect({ to: '/player', search: { team: params.qrSlug }, replace: true })
  },
  component: lazyRouteComponent(() => screenModule(import('./features/booth/award-page')), 'AwardPage'),
})

/** A tag that was opened by its address; both roles may. */
const scan = createRoute({
  getParentRoute: () => signedIn,
  path: '/s/$scanSlug',
  staticData: { title: titleTexts.scan },
  component: lazyRouteComponent(() => screenModule(import('./features/scan/scan-page')), 'ScanPage'),
})

const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const routeTree = root.addChildren([
  landing,
  auth.addChildren([signIn, register, openedLink]),
  login,
  signInLink,
  terms,
  signedIn.addChildren([player, vendor, tagWriting, qr, scan]),
  anyOther,
])

export function createAppRouter(queryClient: QueryClient, account: Account) {
  return createRouter({
    routeTree,
    context: { queryClient, account, accountReady: account.ready },
    defaultPendingComponent: LogoLoader,
    defaultPendingMs: 200,
    defaultErrorComponent: LoadFailedScreen,
    // A link that is pointed at or touched loads its screen's code ahead, and nothing else: guards know of it, and what
    // changes something (a scan, a sign-in) happens in a screen that is shown.
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Names the screen. */
    title?: string
  }
}
