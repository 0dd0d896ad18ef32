import type { User } from '#contract/entities'
import { messageTexts } from '#i18n/notices'
import { profileTexts } from '#i18n/profile'
import { useLazyDialog } from './use-lazy-dialog'

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
