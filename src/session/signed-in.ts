import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, use } from 'react'
import type { Input } from '#contract/call'
import { signOut } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { LOGOUT_MARKER } from '#contract/protocol'
import { accountMenuTexts } from '#texts/layout'
import { signOut as signOutOfDevice } from '../api/call'
import { mutation } from '../api/queries'
import { toast } from '../ui/toast'
import { replaceCurrentUser } from './current-user'
import { takeRememberedPath } from './paths'

/** The signed-in user, provided to the screens of players and booths. */
export const SignedIn = createContext<User | null>(null)

export function useUser(): User {
  const user = use(SignedIn)
  if (user === null) throw new Error('nobody is signed in on this screen')
  return user
}

/** Signs out, with or without a network, and deletes the account's stored data from the device. */
export function useSignOut(user: User): { signOut: () => void; busy: boolean } {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { forget } = router.options.context.account
  const { mutate, isPending } = useMutation({
    ...mutation(signOut),
    // Forget at once: the app may be closed while the server hangs.
    mutationFn: ({ id }: Input<typeof signOut>) => signOutOfDevice(id, () => void forget(id)),
  })
  const start = () =>
    mutate(
      { id: user.id, mtp: LOGOUT_MARKER },
      {
        onSuccess: () => {
          // A remembered path must not lead the next person on this device.
          takeRememberedPath()
          // Again: an answer that was under way may have stored something since.
          void forget(user.id)
          replaceCurrentUser(queryClient, null)
          toast.success(accountMenuTexts.signedOut)
          void router.navigate({ to: '/', replace: true })
        },
      },
    )
  return { signOut: start, busy: isPending }
}
