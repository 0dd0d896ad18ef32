import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { organiserTexts } from '#texts/organiser'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { AuditPart } from './audit'
import { BoothPart } from './booth'
import { EndPart } from './end'
import { OrganiserFrame } from './frame'
import { MessagesPart } from './messages'
import { OverviewPart } from './overview'
import { PrizePrint, RankingPart, RankingPrint } from './ranking'
import { SearchPart } from './search'
import { TeamPart } from './team'

type Part = keyof typeof organiserTexts.parts
const PARTS = Object.keys(organiserTexts.parts) as readonly Part[]

/** The control room: one screen with parts, for a phone in the hall and a desktop at the help desk. */
export function OrganiserPage() {
  const { dio, tim, stand, ispis } = useSearch({ from: '/signed-in-organiser/organizator' })
  const navigate = useNavigate()
  const part: Part = PARTS.find((one) => one === dio) ?? 'pregled'
  const open = (search: { dio?: Part; tim?: string; stand?: string; ispis?: string }) =>
    void navigate({ to: '/organizator', search })
  const openTeam = (teamId: string) => open({ dio: 'trazi', tim: teamId })
  const openBooth = (vendorId: string) => open({ dio: 'pregled', stand: vendorId })
  const openEnd = () => open({ dio: 'kraj' })
  const openPrint = (page: 'nagrade' | 'poredak') => open({ dio: 'kraj', ispis: page })
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
                one === part ? 'text-accent underline underline-offset-8' : 'text-soft hover:text-ink',
              )}
            >
              {organiserTexts.parts[one]}
            </button>
          ))}
        </nav>
      }
    >
      {part === 'pregled' && stand === undefined && <OverviewPart onBooth={openBooth} onEnd={openEnd} onPrint={openPrint} />}
      {part === 'pregled' && stand !== undefined && <BoothPart vendorId={stand} onBack={() => open({ dio: 'pregled' })} />}
      {part === 'trazi' && tim === undefined && <SearchPart onTeam={openTeam} />}
      {part === 'trazi' && tim !== undefined && <TeamPart teamId={tim} onBack={() => open({ dio: 'trazi' })} />}
      {part === 'poredak' && <RankingPart onTeam={openTeam} />}
      {part === 'poruke' && <MessagesPart />}
      {part === 'kraj' && ispis === undefined && <EndPart onBooth={openBooth} onPrint={openPrint} />}
      {part === 'kraj' && ispis === 'nagrade' && <PrizePrint onBack={openEnd} />}
      {part === 'kraj' && ispis === 'poredak' && <RankingPrint onBack={openEnd} />}
      {part === 'dnevnik' && <AuditPart />}
    </OrganiserFrame>
  )
}
