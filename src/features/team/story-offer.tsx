import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MoonStar, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { storyTexts } from '#texts/story'
import { teamTexts } from '#texts/team'
import { type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import type { OwnTeam } from '../../game/membership'
import { Button } from '../../ui/button'
import { useLazyDialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { useHasPassed } from '../../ui/use-now'

type End = Pick<TeamPoints, 'ends_at' | 'frozen'>

/**
 * When the event ends (ms); null if it has no end, and while the ranking is frozen, because the
 * story of the evening waits for the reveal.
 */
export function eveningEnd({ ends_at, frozen }: End): number | null {
  return ends_at != null && frozen === false ? Date.parse(ends_at) : null
}

/** When the event ended (ms), once it is over and revealed; null before. */
export function useEveningEnd(): number | null {
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const end = data === undefined ? null : eveningEnd(data)
  return useHasPassed(end) ? end : null
}

interface ShareButtonProps {
  team: OwnTeam
  variant: 'primary' | 'secondary'
  className?: string
}

/** Shares the team's picture, whose chunk is loaded on the first tap. */
export function ShareButton({ team, variant, className }: ShareButtonProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [unshared, setUnshared] = useState<ReactNode>(null)
  async function share(): Promise<void> {
    setBusy(true)
    try {
      const { sharePicture } = await import('./picture')
      const picture = await sharePicture(client, team)
      if (picture === null) return
      const { PictureDialog } = await import('./picture-dialog')
      setUnshared(
        <PictureDialog
          picture={picture}
          label={storyTexts.pictureOf(team.team_name)}
          onClose={() => setUnshared(null)}
        />,
      )
    } catch {
      toast.error(teamTexts.partNotLoaded)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={Share2}
        variant={variant}
        className={className}
        busy={busy}
        onClick={() => void share()}
      >
        {teamTexts.sharePicture}
      </Button>
      {unshared}
    </>
  )
}

const loadStory = async () => (await import('./story-dialog')).StoryDialog

/** Offers the story of the evening. Its chunk is loaded when it is first opened. */
export function StoryOffer({ team }: { team: OwnTeam }) {
  const story = useLazyDialog(loadStory, teamTexts.partNotLoaded)
  return (
    <>
      <Button icon={MoonStar} className="w-full" onClick={story.open}>
        {teamTexts.story}
      </Button>
      {story.Dialog && <story.Dialog team={team} onClose={story.close} />}
    </>
  )
}
