import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import type { User } from '#contract/entities'
import { profileTexts } from '#i18n/profile'
import { toast } from '../../ui/toast'
import type { ProfileDialogProps } from './profile-dialog'

/** The dialog 'Moji podaci', whose chunk is loaded when it is first opened. */
export function useProfileDialog(user: User): { readonly open: () => void; readonly dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<ProfileDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return {
    open() {
      setOpen(true)
      if (Dialog !== null) return
      import('./profile-dialog').then(
        ({ ProfileDialog }) => setDialog(() => ProfileDialog),
        () => {
          setOpen(false)
          toast.error(profileTexts.notLoaded)
        },
      )
    },
    dialog: open && Dialog !== null && <Dialog user={user} onClose={close} />,
  }
}
