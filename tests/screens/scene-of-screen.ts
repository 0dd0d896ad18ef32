/** A scene of each screen, by the screen's path. `every-screen.spec.ts` checks that the scene is on that path. */
export const SCENE_OF_SCREEN: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/auth/login': 'sign-in',
  '/auth/register': 'register',
  '/l': 'link-used',
  '/uvijeti': 'terms',
  '/player': 'card-no-team',
  '/vendor': 'board-empty',
  '/vendor/oznake': 'tags-no-web-nfc',
  '/qr/$qrSlug': 'award-ready',
  '/s/$scanSlug': 'scan-closed',
}
