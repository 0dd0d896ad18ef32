import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { titleTexts } from '#texts/titles'
import { AuthLayout, RootLayout } from './layout/outer-layouts'
import { screenModule } from './pwa/versions'
import type { Account } from './session/current-user'
import {
  abortPreload,
  type GuardContext,
  requireRole,
  requireUser,
  requireVisitor,
} from './session/guards'
import { forgetSignInLink, openedSignInLink } from './session/opened-address'
import { FIRST_ORGANISER_PATH, homeOf, parseReturnPath } from './session/paths'

interface RouterContext extends GuardContext {
  readonly account: Account
}

const optionalText = v.fallback(v.optional(v.string()), undefined)
const returnPath = v.pipe(
  v.string(),
  v.check((path) => parseReturnPath(path) !== null),
)
/** The path to open after sign-in. An invalid one is dropped. */
const returnSearch = v.object({ redirect: v.fallback(v.optional(returnPath), undefined) })
/**
 * For a player without a team: the team whose QR code was opened, and the chosen way to join one.
 */
const cardSearch = v.object({
  team: optionalText,
  way: v.fallback(v.optional(v.picklist(['join', 'found'])), undefined),
})
/** The booth that is open in the list. */
const boothsSearch = v.object({ booth: optionalText })
/** The part of the control room, and the team, booth or page to print that is open there. */
const organiserSearch = v.object({
  part: optionalText,
  teamId: optionalText,
  boothId: optionalText,
  print: optionalText,
})
/** The part of Priprema, and the booth, person or point type that is open there. */
const setupSearch = v.object({
  part: optionalText,
  boothId: optionalText,
  personId: optionalText,
  pointType: optionalText,
})

/** A screen with its title. Its code is loaded when first opened. */
function screen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  title: string,
  load: () => Promise<Module>,
  name: Name,
) {
  return { staticData: { title }, component: lazyRouteComponent(() => screenModule(load()), name) }
}

/**
 * Stores the touch in the address before a visitor is sent to sign in, because the sign-in may end
 * in another page. Fails if its code cannot be loaded, so that the user can retry.
 */
async function storeTouchInAddress(): Promise<void> {
  const { storeOpenedTouch } = await screenModule(import('./session/touched-tag'))
  storeOpenedTouch()
}

const root = createRootRouteWithContext<RouterContext>()({
  beforeLoad: () =>
    globalThis.window?.touchInAddress === undefined ? undefined : storeTouchInAddress(),
  component: RootLayout,
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context, preload }) => requireVisitor(context, undefined, preload),
  component: lazyRouteComponent(
    () => screenModule(import('./features/landing/landing-page')),
    'LandingPage',
  ),
})

const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: AuthLayout })

const signIn = createRoute({
  getParentRoute: () => auth,
  path: '/auth/login',
  validateSearch: returnSearch,
  beforeLoad: ({ context, search, preload }) => requireVisitor(context, search.redirect, preload),
  ...screen(titleTexts.signIn, () => import('./features/sign-in/sign-in-page'), 'SignInPage'),
})

const register = createRoute({
  getParentRoute: () => auth,
  path: '/auth/register',
  validateSearch: returnSearch,
  beforeLoad: ({ context, search, preload }) => requireVisitor(context, search.redirect, preload),
  ...screen(titleTexts.register, () => import('./features/sign-in/register-page'), 'RegisterPage'),
})

/**
 * The guards redirect to `/login`; the specification also names `/auth/login` for the same screen.
 */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: returnSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})

/**
 * A sign-in link opened inside the app. Its token leaves the address bar and history before
 * anything else happens.
 */
const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/l/$idSlug/$mtpSlug',
  beforeLoad: ({ params, preload }) => {
    if (preload) abortPreload()
    openedSignInLink.set({ userId: params.idSlug, token: params.mtpSlug })
    throw redirect({ to: '/l', replace: true })
  },
})

const openedLink = createRoute({
  getParentRoute: () => auth,
  path: '/l',
  beforeLoad: () => {
    if (openedSignInLink.get() === null) throw redirect({ to: '/', replace: true })
  },
  // Leaving without signing in declines the link, however the user leaves: reopening this screen
  // must not sign in.
  onLeave: forgetSignInLink,
  ...screen(titleTexts.link, () => import('./features/sign-in/link-page'), 'LinkPage'),
})

/**
 * A captain's invitation. Its token leaves the address. The screen shows no navigation, because it
 * asks one question.
 */
const invitation = createRoute({
  getParentRoute: () => auth,
  path: '/t/$team',
  beforeLoad: async ({ context, location, preload }) =>
    preload
      ? abortPreload()
      : (await screenModule(import('./session/opened-invitation'))).requireInvitation(
          context,
          location.pathname,
        ),
  ...screen(titleTexts.invitation, () => import('./features/team/invitation'), 'InvitationPage'),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/uvijeti',
  ...screen(titleTexts.terms, () => import('./features/terms/terms-page'), 'TermsPage'),
})

const accessibility = createRoute({
  getParentRoute: () => root,
  path: '/pristupacnost',
  ...screen(
    titleTexts.accessibility,
    () => import('./features/terms/accessibility-page'),
    'AccessibilityPage',
  ),
})

const publicRanking = createRoute({
  getParentRoute: () => root,
  path: '/poredak',
  ...screen(
    titleTexts.ranking,
    () => import('./features/public-ranking/public-ranking-page'),
    'PublicRankingPage',
  ),
})

/**
 * Replaces a crashed screen by one that also says what became of the booth's last award; by the
 * usual one if there is no such award, as for a player.
 */
const boothFailure = {
  errorComponent: lazyRouteComponent(
    () => screenModule(import('./features/booth/booth-failed')),
    'BoothFailed',
  ),
}

/** Child routes require sign-in; `context.user` is the signed-in user. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location, preload }) => {
    const user = await requireUser(context, location.href, preload)
    requireRole(user, 'player', 'vendor')
    return { user }
  },
  component: lazyRouteComponent(
    () => screenModule(import('./layout/signed-in-layout')),
    'SignedInLayout',
  ),
})

const players = createRoute({
  getParentRoute: () => signedIn,
  id: 'players',
  beforeLoad: ({ context }) => requireRole(context.user, 'player'),
})

const staff = createRoute({
  getParentRoute: () => signedIn,
  id: 'staff',
  beforeLoad: ({ context }) => requireRole(context.user, 'vendor'),
})

const player = createRoute({
  getParentRoute: () => players,
  path: '/player',
  validateSearch: cardSearch,
  ...screen(titleTexts.card, () => import('./features/team/card-page'), 'CardPage'),
})

const playerBooths = createRoute({
  getParentRoute: () => players,
  path: '/player/standovi',
  validateSearch: boothsSearch,
  ...screen(titleTexts.booths, () => import('./features/team/booths-page'), 'BoothsPage'),
})

const playerRanking = createRoute({
  getParentRoute: () => players,
  path: '/player/poredak',
  ...screen(titleTexts.ranking, () => import('./features/team/ranking-page'), 'RankingPage'),
})

const playerTeam = createRoute({
  getParentRoute: () => players,
  path: '/player/tim',
  ...screen(titleTexts.team, () => import('./features/team/team-page'), 'TeamPage'),
})

const vendor = createRoute({
  getParentRoute: () => staff,
  path: '/vendor',
  ...boothFailure,
  ...screen(titleTexts.board, () => import('./features/booth/board-page'), 'BoardPage'),
})

const vendorAwards = createRoute({
  getParentRoute: () => staff,
  path: '/vendor/dodjele',
  ...boothFailure,
  ...screen(titleTexts.awards, () => import('./features/booth/awards-page'), 'AwardsPage'),
})

const vendorRanking = createRoute({
  getParentRoute: () => staff,
  path: '/vendor/poredak',
  ...boothFailure,
  ...screen(titleTexts.ranking, () => import('./features/team/ranking-page'), 'RankingPage'),
})

const tagWriting = createRoute({
  getParentRoute: () => staff,
  path: '/vendor/oznake',
  ...boothFailure,
  ...screen(
    titleTexts.tagWriting,
    () => import('./features/tag-writing/tag-writing-page'),
    'TagWritingPage',
  ),
})

const qr = createRoute({
  getParentRoute: () => signedIn,
  path: '/qr/$qrSlug',
  ...boothFailure,
  beforeLoad: ({ context, params }) => {
    if (context.user.vendor_id === null)
      throw redirect({ to: '/player', search: { team: params.qrSlug }, replace: true })
  },
  ...screen(titleTexts.award, () => import('./features/booth/award-page'), 'AwardPage'),
})

/** A tag opened by its URL, for both roles. */
const scan = createRoute({
  getParentRoute: () => signedIn,
  path: '/s/$scanSlug',
  ...boothFailure,
  ...screen(titleTexts.scan, () => import('./features/scan/scan-page'), 'ScanPage'),
})

/**
 * A team's copy of an award, opened by its address. Stores the copy first, whoever is signed in;
 * then the address leaves the address bar.
 */
const voucherAddress = createRoute({
  getParentRoute: () => root,
  path: '/d/$voucher',
  beforeLoad: async ({ params, preload }) => {
    if (preload) abortPreload()
    const { openedVoucher, openVoucher } = await screenModule(import('./session/opened-vouchers'))
    await openVoucher(params.voucher)
    throw redirect({ to: openedVoucher() === null ? '/' : '/d', replace: true })
  },
})

const voucher = createRoute({
  getParentRoute: () => signedIn,
  path: '/d',
  beforeLoad: async ({ context: { user, queryClient }, preload }) => {
    if (preload) abortPreload()
    const { claimVouchers } = await screenModule(import('./session/opened-vouchers'))
    await claimVouchers(user, queryClient)
    throw redirect({ to: homeOf(user), replace: true })
  },
})

/** The control room has its own frame, which only organisers load. */
const organiserArea = createRoute({
  getParentRoute: () => root,
  id: 'signed-in-organiser',
  beforeLoad: async ({ context, location, preload }) =>
    requireRole(await requireUser(context, location.href, preload), 'organiser'),
})

const organiser = createRoute({
  getParentRoute: () => organiserArea,
  path: '/organizator',
  validateSearch: organiserSearch,
  ...screen(
    titleTexts.organiser,
    () => import('./features/organiser/organiser-page'),
    'OrganiserPage',
  ),
})

const setup = createRoute({
  getParentRoute: () => organiserArea,
  path: '/organizator/priprema',
  validateSearch: setupSearch,
  ...screen(titleTexts.setup, () => import('./features/setup/setup-page'), 'SetupPage'),
})

/** The secret is in the fragment, which index.html removes from the address. */
const firstOrganiser = createRoute({
  getParentRoute: () => auth,
  path: FIRST_ORGANISER_PATH,
  ...screen(
    titleTexts.firstOrganiser,
    () => import('./features/sign-in/first-organiser-page'),
    'FirstOrganiserPage',
  ),
})

const catchAll = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** Every address of the app, with its guard and its screen. */
export const routeTree = root.addChildren([
  landing,
  auth.addChildren([signIn, register, openedLink, firstOrganiser, invitation]),
  login,
  signInLink,
  voucherAddress,
  terms,
  accessibility,
  publicRanking,
  signedIn.addChildren([
    players.addChildren([player, playerBooths, playerRanking, playerTeam]),
    staff.addChildren([vendor, vendorAwards, vendorRanking, tagWriting]),
    qr,
    scan,
    voucher,
  ]),
  organiserArea.addChildren([organiser, setup]),
  catchAll,
])
