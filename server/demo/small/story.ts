import type { DemoAward, DemoFind, DemoStory } from '../story'
import { REQUEST, TEAMLESS, TEAMS } from './cast'
import { demoEvent } from './event'

/** Awards of booths as team, booth, point type and minutes ago. They respect the cooldowns. */
const BOOTH_AWARDS: readonly DemoAward[] = [
  { team: 'Plavi Vukovi', vendor: 'arkade', type: 'pobjeda', minutesAgo: 210, voided: false },
  { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 200, voided: false },
  { team: 'Greška 404', vendor: 'arkade', type: 'pobjeda', minutesAgo: 190, voided: false },
  { team: 'Plavi Vukovi', vendor: 'kviz', type: 'odgovor', minutesAgo: 180, voided: false },
  { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 170, voided: false },
  { team: 'Plavi Vukovi', vendor: 'arkade', type: 'pobjeda', minutesAgo: 150, voided: false },
  { team: 'Kritični Pogodak', vendor: 'tamnica', type: 'tamnica', minutesAgo: 140, voided: false },
  { team: 'Plavi Vukovi', vendor: 'tamnica', type: 'tamnica', minutesAgo: 120, voided: false },
  { team: 'Kritični Pogodak', vendor: 'tamnica', type: 'sudjelovanje', minutesAgo: 100, voided: false },
  { team: 'Plavi Vukovi', vendor: 'arkade', type: 'rekord', minutesAgo: 95, voided: false },
  { team: 'Greška 404', vendor: 'tamnica', type: 'tamnica', minutesAgo: 90, voided: false },
  { team: 'Bakini Keksi', vendor: 'tamnica', type: 'tamnica', minutesAgo: 80, voided: false },
  { team: 'Plavi Vukovi', vendor: 'kviz', type: 'odgovor', minutesAgo: 62, voided: false },
  { team: 'Greška 404', vendor: 'kviz', type: 'odgovor', minutesAgo: 50, voided: false },
  { team: 'Greška 404', vendor: 'kviz', type: 'sudjelovanje', minutesAgo: 45, voided: false },
  { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 30, voided: false },
  { team: 'Greška 404', vendor: 'arkade', type: 'sudjelovanje', minutesAgo: 20, voided: false },
  { team: 'Greška 404', vendor: 'arkade', type: 'rekord', minutesAgo: 18, voided: true },
  { team: 'Bakini Keksi', vendor: 'arkade', type: 'sudjelovanje', minutesAgo: 6, voided: false },
  { team: 'Bakini Keksi', vendor: 'kviz', type: 'odgovor', minutesAgo: 3, voided: false },
]

/** Bonus tags that were scanned; once per team. */
const FOUND_BONUSES: readonly DemoFind[] = [
  { team: 'Kritični Pogodak', tag: 'prsten-3v8nq2wd6h', finder: 'lag', minutesAgo: 75 },
  { team: 'Plavi Vukovi', tag: 'zmaj-7k2p9x4mq8', finder: 'zmajica', minutesAgo: 40 },
  { team: 'Greška 404', tag: 'zmaj-7k2p9x4mq8', finder: 'respawn', minutesAgo: 15 },
]

/** Three booths and a few teams that have played for some hours; all fit on one screen. */
export const smallStory: DemoStory = {
  event: demoEvent,
  openedMinutesAgo: 300,
  teamless: TEAMLESS,
  teams: TEAMS,
  requests: [REQUEST],
  awards: BOOTH_AWARDS,
  finds: FOUND_BONUSES,
}
