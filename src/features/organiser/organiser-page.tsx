import { useSearch } from '@tanstack/react-router'
import { organiserTexts } from '#texts/organiser'
import { AuditPart } from './audit'
import { BoothPart } from './booth'
import { EndPart } from './end'
import type { PartOfControlRoom } from './frame'
import { MessagesPart } from './messages'
import { OrganiserFrame, PARTS } from './organiser-frame'
import { OverviewPart } from './overview'
import { PrizePrint, RankingPart, RankingPrint } from './ranking'
import { SearchPart } from './search'
import { TeamPart } from './team'

function OpenPart({ part }: { part: PartOfControlRoom }) {
  const { teamId, boothId, print } = useSearch({ from: '/signed-in-organiser/organizator' })
  switch (part) {
    case 'overview':
      return boothId === undefined ? <OverviewPart /> : <BoothPart vendorId={boothId} />
    case 'search':
      return teamId === undefined ? <SearchPart /> : <TeamPart teamId={teamId} />
    case 'ranking':
      return <RankingPart />
    case 'messages':
      return <MessagesPart />
    case 'end':
      if (print === 'prizes') return <PrizePrint />
      return print === 'ranking' ? <RankingPrint /> : <EndPart />
    case 'audit':
      return <AuditPart />
  }
}

/** The control room, in parts, for a phone in the hall and a desktop at the help desk. */
export function OrganiserPage() {
  const search = useSearch({ from: '/signed-in-organiser/organizator' })
  const part = PARTS.find((one) => one === search.part) ?? 'overview'
  return (
    <OrganiserFrame title={organiserTexts.title} part={part}>
      <OpenPart part={part} />
    </OrganiserFrame>
  )
}
