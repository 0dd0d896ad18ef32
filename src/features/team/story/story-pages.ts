import type { Vendor } from '#contract/entities'
import type { Medal } from '#rules/medals'
import type { TeamPoints } from '../../arrival/arrival'
import { earnedOf } from '../medals/medal-hexagon'
import { type BestHour, bestHour } from './best-hour'

export type StoryPage =
  | {
      readonly is: 'booths'
      readonly visited: number
      readonly all: number
      readonly best: { readonly name: string; readonly points: number }
    }
  | { readonly is: 'hour'; readonly best: BestHour }
  | { readonly is: 'medals'; readonly medals: readonly Medal[] }
  /** For a team that got no points. */
  | { readonly is: 'quiet' }
  | { readonly is: 'place' }

/**
 * The pages of a team's evening, as far as this device knows it; the last one is the picture. The best hour is left out while older awards are
 * missing: it might be another.
 */
export function storyPages(points: TeamPoints, vendors: readonly Vendor[]): readonly StoryPage[] {
  const given = (points.booths ?? []).filter((booth) => booth.points > 0).sort((a, b) => b.points - a.points)
  const names = new Map(vendors.map(({ vendor_id, name }) => [vendor_id, name]))
  const [most] = given
  const best = points.more === true ? null : bestHour(points.awards)
  const medals = earnedOf(points.medals)
  const pages: StoryPage[] = []
  if (most !== undefined) {
    // A booth that was taken off the list counts too.
    const all = Math.max(vendors.length, given.length)
    pages.push({ is: 'booths', visited: given.length, all, best: { name: names.get(most.vendor_id) ?? '', points: most.points } })
  }
  if (best !== null) pages.push({ is: 'hour', best })
  if (medals.length > 0) pages.push({ is: 'medals', medals })
  if (pages.length === 0) pages.push({ is: 'quiet' })
  return [...pages, { is: 'place' }]
}
