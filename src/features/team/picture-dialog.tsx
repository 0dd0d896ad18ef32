import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { storyTexts } from '#texts/story'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { saveFile } from '../../ui/share'

interface PictureDialogProps {
  picture: File
  /** For screen readers. */
  label: string
  onClose: () => void
}

/**
 * The team's picture, if there is no share sheet: a long press saves it even if downloads are
 * blocked.
 */
export function PictureDialog({ picture, label, onClose }: PictureDialogProps) {
  const shown = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(picture)
    shown.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [picture])
  return (
    <TitledDialog title={teamTexts.sharePicture} onClose={onClose}>
      <div className="flex flex-col items-center gap-4">
        <img
          ref={shown}
          alt={label}
          className="max-h-[55dvh] max-w-full rounded-control [-webkit-touch-callout:default]"
        />
        <p className="font-medium pointer-fine:hidden">{storyTexts.holdToSave}</p>
        <Button
          variant="secondary"
          icon={Download}
          className="w-full pointer-coarse:hidden"
          onClick={() => saveFile(picture, picture.name)}
        >
          {storyTexts.download}
        </Button>
      </div>
    </TitledDialog>
  )
}
