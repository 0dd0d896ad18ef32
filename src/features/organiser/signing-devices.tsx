import { revokeDevice } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'
import { ago } from './booth-troubles'
import { CorrectionDialog } from './correction-dialog'
import { useCorrection } from './organiser-calls'

type Staff = Overview['booths'][number]['staff'][number]

/** The devices whose copies of awards the server takes, with a button for a lost one. */
export function SigningDevices({ staff: { nickname, devices = [] }, now }: { staff: Staff; now: number }) {
  const revoke = useCorrection(revokeDevice)
  if (devices.length === 0) return null
  return (
    <ul className="flex w-full flex-col gap-2">
      {devices.map(({ device_id, registered_at, last_used_at, revoked_at }) => (
        <li key={device_id} className="flex flex-wrap items-center justify-between gap-x-3">
          {organiserTexts.device(ago(last_used_at ?? registered_at, now), last_used_at !== null)}
          {revoked_at !== null ? (
            <strong>{organiserTexts.deviceRevoked}</strong>
          ) : (
            <CorrectionDialog
              label={organiserTexts.revokeDevice}
              title={organiserTexts.revokeDeviceTitle(nickname)}
              text={organiserTexts.revokeDeviceText}
              reason={organiserTexts.reasons.device}
              tone="danger"
              busy={revoke.isPending}
              onConfirm={(reason) => revoke.mutateAsync({ device_id, reason })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
