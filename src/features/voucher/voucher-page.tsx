import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { listTeams } from '#contract/calls/team'
import { voucherTexts } from '#texts/voucher'
import { query } from '../../api/calls'
import { openedVoucher } from '../../session/opened-vouchers'
import { buttonClasses } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'

/** A team's copy of an award, scanned by a booth's staff: they are told whose it is. */
export function VoucherPage() {
  const [teamId] = useState(() => openedVoucher()?.teamId)
  const { data } = useQuery(query(listTeams, {}))
  const team = data?.teams.find(({ team_id }) => team_id === teamId)
  return (
    <Panel className="mx-auto max-w-xl">
      <Notice
        wholeScreen
        icon={<QrCode />}
        title={voucherTexts.staffTitle}
        text={`${team === undefined ? voucherTexts.ofOtherTeam : voucherTexts.ofTeam(team.team_name)} ${voucherTexts.forTeam}`}
      >
        <Link to="/vendor" className={buttonClasses('primary')}>
          {voucherTexts.toBoard}
        </Link>
      </Notice>
    </Panel>
  )
}
