import { profileTexts } from '#texts/profile'
import { sessionTexts } from '#texts/session'
import { Modal, ModalHeading, SHEET } from '../../ui/modal'
import { DeviceList } from './device-list'
import { NameForm } from './name-form'
import type { LazyDialogProps } from './use-profile-dialog'

/** One's own names, e-mail and number, and the devices on which one is signed in. */
export function ProfileDialog({ user, onClose }: LazyDialogProps) {
  return (
    <Modal onClose={onClose} className={SHEET}>
      <ModalHeading title={profileTexts.title} onClose={onClose} />
      <NameForm user={user} onSaved={onClose} />
      <section className="mt-6 border-t border-line pt-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-soft">{sessionTexts.mobile}</dt>
          <dd>{user.mobile}</dd>
        </dl>
        <p className="mt-2 text-sm text-soft">{profileTexts.fixed}</p>
      </section>
      <DeviceList />
    </Modal>
  )
}
