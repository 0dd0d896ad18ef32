import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { storyTexts } from '#texts/story'
import type { OwnTeam } from '../../game/membership'
import { classes } from '../../ui/classes'
import { toast } from '../../ui/toast'
import { drawPicture, pictureFacts } from './picture'

interface TeamPictureProps {
  readonly team: OwnTeam
  readonly className: string
}

/** A preview of the shared picture. */
export function TeamPicture({ team, className }: TeamPictureProps): ReactNode {
  const client = useQueryClient()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    drawPicture(canvas.current, pictureFacts(client, team)).catch(() =>
      toast.error(storyTexts.noPicture),
    )
  }, [client, team])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={storyTexts.pictureOf(team.team_name)}
      className={classes('aspect-[9/16] rounded-control', className)}
    />
  )
}
