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
  const { tim, stand, ispis } = useSearch({ from: '/signed-in-organiser/organizator' })
  switch (part) {
    case 'pregled':
      return stand === undefined ? <OverviewPart /> : <BoothPart vendorId={stand} />
    case 'trazi':
      return tim === undefined ? <SearchPart /> : <TeamPart teamId={tim} />
    case 'poredak':
      return <RankingPart />
    case 'poruke':
      return <MessagesPart />
    case 'kraj':
      if (ispis === 'nagrade') return <PrizePrint />
      return ispis === 'poredak' ? <RankingPrint /> : <EndPart />
    case 'dnevnik':
      return <AuditPart />
  }
}

/** The control room, in parts, for a phone in the hall and a desktop at the help desk. */
export function OrganiserPage() {
  const { dio } = useSearch({ from: '/signed-in-organiser/organizator' })
  const part = PARTS.find((one) => one === dio) ?? 'pregled'
  return (
    <OrganiserFrame title={organiserTexts.title} part={part}>
      <OpenPart part={part} />
    </OrganiserFrame>
  )
}
