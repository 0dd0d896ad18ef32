import { useQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { teamPointsQuery } from '../../../api/merging-queries'
import { Button } from '../../../ui/button'
import { useLazyDialog } from '../../../ui/dialog'
import { useNow } from '../../../ui/use-now'
import { isEveningOver } from './evening-over'

const loadStory = async () => (await import('./story-dialog')).StoryDialog

/** Offers the story of the evening once the event is over. Its code is loaded when it is first opened. */
export function StoryOffer({ team }: { team: NonNullable<User['team']> }) {
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const story = useLazyDialog(loadStory, teamTexts.storyNotLoaded)
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
