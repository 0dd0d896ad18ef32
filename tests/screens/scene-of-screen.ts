/** A scene of each screen, by the screen's path. `every-screen.spec.ts` checks that the scene is on that path. */
export const SCENE_OF_SCREEN: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/auth/login': 'sign-in',
  '/auth/register': 'register',
  '/l': 'link-used',
  '/uvijeti': 'terms',
  '/poredak': 'public-ranking',
  '/player': 'card-no-team',
  '/player/standovi': 'booths-no-team',
  '/player/poredak': 'ranking-played',
  '/player/tim': 'team-none',
  '/vendor': 'board-empty',
  '/vendor/dodjele': 'awards-of-booth',
  '/vendor/poredak': 'ranking-of-staff',
  '/vendor/oznake': 'tags-no-web-nfc',
  '/qr/$qrSlug': 'award-ready',
  '/s/$scanSlug': 'scan-closed',
}
