import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { organiserTexts } from '#texts/organiser'
import { setupTexts } from '#texts/setup'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { BackButton, OrganiserFrame } from '../organiser/frame'
import { missingOf, type Opened, type PartName, SETUP_PARTS } from './setup-parts'
import { type EventRead, eventQuery } from './use-event'

const TO = '/organizator/priprema'

interface NavProps {
  readonly read: EventRead
  readonly part: PartName | undefined
}

/** Every part with what it has and lacks: the whole screen of a phone, beside the open part on a desktop. */
function SetupNav({ read, part }: NavProps) {
  return (
    <nav aria-label={setupTexts.nav} className={classes(part !== undefined && 'max-lg:hidden', 'print:hidden')}>
      <ul className="rounded-card border border-line bg-surface">
        {SETUP_PARTS.map(({ name, has }) => (
          <li key={name} className="border-t border-line first:border-t-0">
            <Link
              to={TO}
              search={{ dio: name }}
              aria-current={name === part ? 'page' : undefined}
              className={classes('flex min-h-16 items-center gap-2 px-5 py-2', name === part && 'text-accent')}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-semibold">{setupTexts.parts[name]}</span>
                <span className="block text-sm text-soft empty:hidden">{has(read)}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What is missing until the event can begin, each leading to where it is entered. */
function Missing({ read }: { read: EventRead }) {
  const missing = missingOf(read)
  const isPart = (dio: PartName) => SETUP_PARTS.some(({ name }) => name === dio)
  return (
    <Panel title={setupTexts.missing}>
      {missing.length === 0 && <p className="text-soft">{setupTexts.nothingMissing}</p>}
      <ul className="empty:hidden">
        {missing.map(({ dio, text }) => (
          <li key={text} className="border-t border-line py-3 wrap-anywhere first:border-t-0">
            {isPart(dio) ? (
              <Link to={TO} search={{ dio }} className="flex min-h-12 items-center gap-2">
                <span className="min-w-0 flex-1">{text}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
              </Link>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Priprema: the whole event in the browser, part by part. */
export function SetupPage() {
  const search = useSearch({ from: '/signed-in-organiser/organizator/priprema' })
  const navigate = useNavigate()
  const event = useQuery(eventQuery())
  const part = SETUP_PARTS.find(({ name }) => name === search.dio)
  const opened: Opened = { ...search, dio: part?.name }
  const isEntryOpen = [search.stand, search.osoba, search.vrsta].some((id) => id !== undefined)
  const open = (next: Opened) => void navigate({ to: TO, search: next })
  return (
    <OrganiserFrame
      title={setupTexts.title}
      other={
        <Link to="/organizator" className={classes(buttonClasses('quiet'), 'px-2!')}>
          {organiserTexts.parts.pregled}
        </Link>
      }
    >
      <QueryState query={event}>
        {(read) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 print:block lg:grid-cols-[18rem_minmax(0,1fr)]">
            <SetupNav read={read} part={part?.name} />
            <div className={classes('flex min-w-0 flex-col gap-5 print:block', part === undefined && 'max-lg:order-first')}>
              {part !== undefined && (
                <>
                  {!isEntryOpen && (
                    <div className="lg:hidden">
                      <BackButton text={setupTexts.back} onBack={() => open({})} />
                    </div>
                  )}
                  <part.Part read={read} opened={opened} open={open} />
                </>
              )}
              {part === undefined && <Missing read={read} />}
            </div>
          </div>
        )}
      </QueryState>
    </OrganiserFrame>
  )
}
