import { useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast'

interface ShareButtonProps {
  team: NonNullable<User['team']>
  variant: 'primary' | 'secondary'
  className?: string
}

/** Shares the team's picture, whose code is loaded when it is first asked for. Without points there is nothing to show. */
export function ShareButton({ team, variant, className }: ShareButtonProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function share(): Promise<void> {
    setBusy(true)
    try {
      const { sharePicture } = await import('./share-picture')
      await sharePicture(client, team)
    } catch {
      toast.error(teamTexts.storyNotLoaded)
    } finally {
      setBusy(false)
    }
  }
  if (team.points <= 0) return null
  return (
    <Button icon={Share2} variant={variant} className={className} busy={busy} onClick={() => void share()}>
      {teamTexts.sharePicture}
    </Button>
  )
}
