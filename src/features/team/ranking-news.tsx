import { useState } from 'react'
import { teamTexts } from '#i18n/team'

interface Seen {
  readonly rank: number | undefined
  readonly changed: boolean
}

/** Announces changes of the own team's rank to screen readers, politely. The first known rank is not announced. */
export function RankingNews({ rank }: { rank: number | undefined }) {
  const [seen, setSeen] = useState<Seen>({ rank, changed: false })
  if (rank !== undefined && rank !== seen.rank) setSeen({ rank, changed: seen.rank !== undefined })
  return (
    <p role="status" className="sr-only">
      {seen.changed && seen.rank !== undefined && teamTexts.rankNow(seen.rank)}
    </p>
  )
}
