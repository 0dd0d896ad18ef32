import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import type { User } from '#contract/entities'
import { messageTexts } from '#texts/notices'
import { profileTexts } from '#texts/profile'
import { toast } from '../../ui/toast'

export interface LazyDialogProps {
  user: User
  onClose: () => void
}

/** A dialog of the menu, whose chunk is loaded when it is first opened. `notLoaded` is said if it cannot be. */
function useLazyDialog(
  user: User,
  load: () => Promise<ComponentType<LazyDialogProps>>,
  notLoaded: string,
): { readonly open: () => void; readonly dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<LazyDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return {
    open() {
      setOpen(true)
      if (Dialog !== null) return
      load().then(
        (loaded) => setDialog(() => loaded),
        () => {
          setOpen(false)
          toast.error(notLoaded)
        },
      )
    },
    dialog: open && Dialog !== null && <Dialog user={user} onClose={close} />,
  }
}

const loadProfile = async () => (await import('./profile-dialog')).ProfileDialog
const loadMessages = async () => (await import('./messages-dialog')).MessagesDialog

/** The dialog 'Moji podaci'. */
export function useProfileDialog(user: User) {
  return useLazyDialog(user, loadProfile, profileTexts.notLoaded)
}

/** The dialog with the organiser's messages. */
export function useMessagesDialog(user: User) {
  return useLazyDialog(user, loadMessages, messageTexts.notLoaded)
}
