import { Hourglass } from 'lucide-react'
import type { Award } from '#contract/entities'
import { AwardList } from '../ui/award-list'
import { LoadFailed } from '../ui/load-failed'
import { Logo } from '../ui/logo'
import { Notice } from '../ui/notice'
import { Panel } from '../ui/panel'
import { QrCode } from '../ui/qr-code'
import { ScrollArea } from '../ui/scroll-area'
import { Skeleton } from '../ui/skeleton'

const AWARD: Award = {
  award_id: '1',
  team_id: '1',
  team_name: 'Plavi Vukovi',
  vendor_id: 'arkade',
  vendor_name: 'Arkadna zona',
  point_type: 'pobjeda',
  label: 'Pobjeda',
  points: 25,
  awarded_at: '2025-09-30T10:00:00.000Z',
  received_at: '2025-09-30T10:00:00.000Z',
  voided: false,
}

/** Content states: loading, empty, failed, not connected. */
export function States() {
  return (
    <>
      <Panel title="Loading">
        <div className="flex items-center gap-8">
          <Logo className="size-20" />
          <Logo tracing className="size-20" />
          <div className="flex-1">
            <Skeleton />
          </div>
        </div>
      </Panel>
      <Panel title="Notice">
        <Notice icon={<Hourglass />} title="Zahtjev timu Plavi Vukovi" text="Zahtjev je poslan. Čeka se odluka kapetana." />
      </Panel>
      <Panel title="LoadFailed: not connected">
        <LoadFailed notConnected onRetry={() => undefined} />
      </Panel>
      <Panel title="LoadFailed: refused">
        <LoadFailed notConnected={false} message="Tim nije pronađen. Možda je raspušten." onRetry={() => undefined} />
      </Panel>
      <Panel title="AwardList" aside={<span className="text-soft">2</span>}>
        <AwardList
          awards={[AWARD, { ...AWARD, award_id: '2', vendor_name: null, label: 'Skriveno blago', points: 7, voided: true }]}
          about={(award) => award.vendor_name ?? 'Bonus oznaka'}
        />
      </Panel>
      <Panel title="QrCode">
        <QrCode text="http://localhost:8080/qr/7k2p9x4mq8" label="QR kod tima Plavi Vukovi" className="w-48 rounded-card" />
      </Panel>
      <Panel title="ScrollArea">
        <ScrollArea label="Brojevi" className="h-32">
          {Array.from({ length: 40 }, (_, number) => String(number + 1)).map((number) => (
            <p key={number}>{number}.</p>
          ))}
        </ScrollArea>
      </Panel>
    </>
  )
}
