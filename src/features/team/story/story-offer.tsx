import { useQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { teamPointsQuery } from '../../../api/merging-queries'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast'
import { useNow } from '../../../ui/use-now'
import { isEveningOver } from './evening-over'

type Team = NonNullable<User['team']>
type Dialog = ComponentType<{ team: Team; onClose: () => void }>

/** Offers the story of the evening once the event is over. Its code is loaded when it is first opened. */
export function StoryOffer({ team }: { team: Team }) {
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const [Story, setStory] = useState<Dialog | null>(null)
  const [open, setOpen] = useState(false)
  const now = useNow()
  if (data === undefined || !isEveningOver(data, now)) return null
  async function show(): Promise<void> {
    try {
      const { StoryDialog } = await import('./story-dialog')
      setStory(() => StoryDialog)
      setOpen(true)
    } catch {
      toast.error(teamTexts.storyNotLoaded)
    }
  }
  return (
    <>
      <Button className="w-full" onClick={() => void show()}>
        <MoonStar aria-hidden className="size-5" />
        {teamTexts.story}
      </Button>
      {open && Story !== null && <Story team={team} onClose={() => setOpen(false)} />}
    </>
  )
}
