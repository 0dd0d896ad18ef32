import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import type { PublicRanking } from './use-ranking'

const ON_A_PAGE = 6
/** The least and most turns between two large displays of how to join the game. */
const MIN_TURNS = 2
const MAX_TURNS = 5

type Turn =
  | { readonly kind: 'page'; readonly from: number; readonly to: number }
  | { readonly kind: 'join' }
  | { readonly kind: 'nothing' }

/**
 * Chooses the panel that a turn shows next to the first `first` places: the pages of the other
 * teams in order, then how to join the game.
 */
export function turnOf(turn: number, teams: number, first: number): Turn {
  const pages = Math.max(0, Math.ceil((teams - first) / ON_A_PAGE))
  const between = Math.min(Math.max(pages, MIN_TURNS), MAX_TURNS)
  const slot = turn % (between + 1)
  if (slot === between) return { kind: 'join' }
  if (pages === 0) return { kind: 'nothing' }
  const turned = Math.floor(turn / (between + 1)) * between + slot
  const from = first + (turned % pages) * ON_A_PAGE
  return { kind: 'page', from, to: Math.min(teams, from + ON_A_PAGE) }
}

/** The heading with the places on a page; teams without points have no place. */
export function pageHeading(page: PublicRanking['teams']): string {
  const ranks = page.filter(({ points }) => points !== 0).map(({ rank }) => rank)
  const [first, last] = [ranks[0], ranks.at(-1)]
  return first === undefined || last === undefined
    ? teamTexts.rank({ points: 0, rank: 0 })
    : publicRankingTexts.further(first, last)
}
