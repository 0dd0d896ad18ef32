import { useQuery } from '@tanstack/react-query'
import { placesTexts } from '#texts/titles'
import { currentUserQuery } from '../../api/current-user-query'
import { hasCode } from '../../api/errors'
import { boothAwardsQuery } from '../../api/merging-queries'
import { LogoLoader } from '../../ui/logo'
import { ScreenTitle } from '../../ui/panel'
import { OutboxPanel } from '../outbox/outbox-panel'
import { BoothAwards } from './booth-awards'
import { LostBooth } from './lost-booth'

/** The screen 'Dodjele': what waits on this device, and the booth's awards. */
export function AwardsPage() {
  const { data: user } = useQuery(currentUserQuery())
  const { error } = useQuery(boothAwardsQuery())
  if (user === undefined || user === null) return <LogoLoader />
  if (user.vendor_id === null || hasCode(error, 'FORBIDDEN')) return <LostBooth />
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <ScreenTitle title={placesTexts.awards.name} aside={<span className="text-soft">{user.vendor?.name}</span>} />
      <OutboxPanel userId={user.id} />
      <BoothAwards />
    </div>
  )
}
