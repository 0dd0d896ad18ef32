import { Link, useSearch } from '@tanstack/react-router'
import { organiserTexts } from '#texts/organiser'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { AuditPart } from './audit'
import { BoothPart } from './booth'
import { EndPart } from './end'
import { OrganiserFrame, useOpen } from './frame'
import { MessagesPart } from './messages'
import { OverviewPart } from './overview'
import { PrizePrint, RankingPart, RankingPrint } from './ranking'
import { SearchPart } from './search'
import { TeamPart } from './team'

type PartOfControlRoom = keyof typeof organiserTexts.parts
const PARTS = Object.keys(organiserTexts.parts) as readonly PartOfControlRoom[]

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

/** The control room: one screen with parts, for a phone in the hall and a desktop at the help desk. */
export function OrganiserPage() {
  const { dio } = useSearch({ from: '/signed-in-organiser/organizator' })
  const open = useOpen()
  const part = PARTS.find((one) => one === dio) ?? 'pregled'
  return (
    <OrganiserFrame
      title={organiserTexts.title}
      other={
        <Link to="/organizator/priprema" className={classes(buttonClasses('quiet'), 'px-2!')}>
          {organiserTexts.setup}
        </Link>
      }
      nav={
        <nav
          aria-label={organiserTexts.nav}
          className="mx-auto flex max-w-6xl flex-wrap px-2.5 max-[24rem]:grid max-[24rem]:grid-cols-3"
        >
          {PARTS.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === part ? 'page' : undefined}
              onClick={() => open({ dio: one })}
              className={classes(
                'min-h-12 min-w-12 cursor-pointer px-1.5 font-medium max-[28rem]:text-sm',
                one === part
                  ? 'text-accent underline underline-offset-8'
                  : 'text-soft hover:text-ink',
              )}
            >
              {organiserTexts.parts[one]}
            </button>
          ))}
        </nav>
      }
    >
      <OpenPart part={part} />
    </OrganiserFrame>
  )
}
