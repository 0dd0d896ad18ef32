import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { toast } from 'sonner'
import type { User } from '#contract/entities'
import { LOGOUT_MARKER } from '#contract/protocol'
import { sessionTexts } from '#i18n/session'
import { mutations } from '../api/calls'
import { replaceCurrentUser } from './current-user'

/** Ends the session on the server, then forgets it here. */
export function useSignOut(user: User): { signOut: () => void; busy: boolean } {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { mutate, isPending } = useMutation(mutations.signOut)
  const signOut = () =>
    mutate(
      { id: user.id, mtp: LOGOUT_MARKER },
      {
        onSuccess: () => {
          replaceCurrentUser(queryClient, null)
          toast.success(sessionTexts.signedOut)
          void router.navigate({ to: '/', replace: true })
        },
      },
    )
  return { signOut, busy: isPending }
}
