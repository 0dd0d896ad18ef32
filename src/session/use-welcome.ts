import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { User } from '#contract/entities'
import { sessionTexts } from '#texts/session'
import { toast } from '../ui/toast'
import { replaceCurrentUser } from './current-user'
import { pathAfterSignIn } from './paths'

/** Returns a function to call after sign-in: it caches the user, greets them and opens the remembered path. */
export function useWelcome(): (user: User, remembered: string | undefined) => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (user, remembered) => {
    replaceCurrentUser(queryClient, user)
    // What was revoked with the sessions before is not signed with again.
    const { id: userId, vendor_id: vendorId } = user
    if (vendorId !== null)
      void import('../offline/signing').then((key) => key.registerAgain({ userId, vendorId })).catch(() => undefined)
    toast.success(sessionTexts.welcome(user.first_name))
    void router.navigate({ href: pathAfterSignIn(user, remembered ?? null), replace: true })
  }
}
