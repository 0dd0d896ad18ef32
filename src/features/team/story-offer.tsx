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
import { useNow } from '../../ui/use-now'

/** True once the event is over and its ranking no longer frozen. */
export function isEveningOver(
  { ends_at, frozen }: Pick<TeamPoints, 'ends_at' | 'frozen'>,
  now: number,
): boolean {
  return ends_at != null && frozen === false && now >= Date.parse(ends_at)
}

interface ShareButtonProps {
  team: OwnTeam
  variant: 'primary' | 'secondary'
  className?: string
}

/** Shares the team's picture, whose chunk is loaded on the first tap. Without points there is nothing to share. */
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
  if (team.points <= 0) return null
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

/** Offers the story of the evening once the event is over. Its chunk is loaded when it is first opened. */
export function StoryOffer({ team }: { team: OwnTeam }) {
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const story = useLazyDialog(loadStory, teamTexts.partNotLoaded)
  const now = useNow()
  if (data === undefined || !isEveningOver(data, now)) return null
  return (
    <>
      <Button icon={MoonStar} className="w-full" onClick={story.open}>
        {teamTexts.story}
      </Button>
      {story.Dialog && <story.Dialog team={team} onClose={story.close} />}
    </>
  )
}
