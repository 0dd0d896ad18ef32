import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ClipboardList,
  Flag,
  LayoutDashboard,
  LogOut,
  Megaphone,
  ScrollText,
  Search,
  Trophy,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '#contract/entities'
import { initials } from '#lib/names'
import { accountMenuTexts } from '#texts/layout'
import { organiserTexts } from '#texts/organiser'
import { currentUserQuery } from '../../api/queries'
import { useCarefulSignOut } from '../../session/careful-sign-out'
import { BarFace, BottomBar, barLinkClasses } from '../../ui/bottom-bar'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useWideScreen } from '../../ui/device-screen'
import { Logo, LogoLoader } from '../../ui/logo'
import { Menu, MenuItem, menuItemClasses } from '../../ui/menu'
import { PRODUCT_NAME } from '../../ui/product'
import { ThemeSwitch } from '../../ui/theme'
import { ThemeItem } from '../../ui/theme-item'
import { lastingWork } from '../outbox/lasting-work'
import { OutboxDialog, WaitingSign } from '../outbox/outbox-panel'
import { OutboxSync } from '../outbox/outbox-sync'
import { type PartOfControlRoom, useOpen } from './frame'

export const PARTS = Object.keys(organiserTexts.parts) as readonly PartOfControlRoom[]

/** The parts on a phone's bar; the remaining part is in the menu. */
const BAR = [
  ['overview', LayoutDashboard],
  ['search', Search],
  ['messages', Megaphone],
  ['ranking', Trophy],
  ['end', Flag],
] as const

interface PlaceProps {
  /** The part that is open; undefined in Priprema. */
  readonly part: PartOfControlRoom | undefined
}

function PhoneBar({ part }: PlaceProps) {
  const open = useOpen()
  return (
    <BottomBar label={organiserTexts.nav}>
      {BAR.map(([one, icon]) => (
        <button
          key={one}
          type="button"
          aria-current={one === part ? 'page' : undefined}
          data-status={one === part ? 'active' : undefined}
          onClick={() => open({ part: one })}
          className={classes(barLinkClasses, 'cursor-pointer')}
        >
          <BarFace icon={icon} text={organiserTexts.parts[one]} />
        </button>
      ))}
    </BottomBar>
  )
}

function PhoneMenu({ user }: { user: User }) {
  const open = useOpen()
  const { signOut, warning } = useCarefulSignOut(user)
  const { first_name, last_name } = user
  return (
    <>
      <Menu
        label={`${accountMenuTexts.title}: ${first_name} ${last_name}`}
        face={
          <span className="grid size-10 place-items-center rounded-full bg-accent font-bold text-on-accent">
            {initials(first_name, last_name)}
          </span>
        }
      >
        <Link to="/organizator/priprema" role="menuitem" tabIndex={-1} className={menuItemClasses}>
          <ClipboardList aria-hidden className="size-5" />
          {organiserTexts.setup}
        </Link>
        <MenuItem icon={ScrollText} onClick={() => open({ part: 'audit' })}>
          {organiserTexts.parts.audit}
        </MenuItem>
        <ThemeItem />
        <MenuItem icon={LogOut} onClick={signOut}>
          {organiserTexts.signOut}
        </MenuItem>
      </Menu>
      {warning}
    </>
  )
}

/** The parts in a desktop's header. */
function DesktopNav({ part }: PlaceProps) {
  const open = useOpen()
  return (
    <nav aria-label={organiserTexts.nav} className="mx-auto flex max-w-6xl px-2.5">
      {PARTS.map((one) => (
        <button
          key={one}
          type="button"
          aria-current={one === part ? 'page' : undefined}
          onClick={() => open({ part: one })}
          className={classes(
            'min-h-12 min-w-12 cursor-pointer px-1.5 font-medium',
            one === part ? 'text-accent underline underline-offset-8' : 'text-soft hover:text-ink',
          )}
        >
          {organiserTexts.parts[one]}
        </button>
      ))}
    </nav>
  )
}

function DesktopControls({ user, part }: PlaceProps & { readonly user: User }) {
  const { signOut, busy, warning } = useCarefulSignOut(user)
  return (
    <>
      {part === undefined ? (
        <Link to="/organizator" className={classes(buttonClasses('quiet'), 'px-2!')}>
          {organiserTexts.parts.overview}
        </Link>
      ) : (
        <Link to="/organizator/priprema" className={classes(buttonClasses('quiet'), 'px-2!')}>
          {organiserTexts.setup}
        </Link>
      )}
      <ThemeSwitch />
      <Button variant="quiet" className="px-2!" busy={busy} onClick={signOut}>
        {organiserTexts.signOut}
      </Button>
      {warning}
    </>
  )
}

/**
 * The sign of what waits on this device or was refused, for an organiser who gave awards at a booth
 * before. Sends it.
 */
function DeviceOutbox({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => lastingWork.set(<OutboxSync />), [])
  return (
    <div className="group/signs @container/signs hidden min-w-0 flex-1 items-center text-[0.8125rem] leading-4 has-[[data-sign]]:flex">
      <WaitingSign isStaff={false} onOpen={() => setOpen(true)} />
      {isOpen && <OutboxDialog userId={user.id} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface FrameProps extends Partial<PlaceProps> {
  readonly title: string
  readonly children: ReactNode
}

/**
 * The frame of the control room and Priprema. A phone has the bar at the bottom; a wider screen has
 * the control room's parts in the header.
 */
export function OrganiserFrame({ title, part, children }: FrameProps) {
  const { data: user } = useQuery(currentUserQuery())
  const isWide = useWideScreen()
  if (user === undefined || user === null) return <LogoLoader />
  return (
    <>
      <header className="group/header print:hidden sticky top-0 z-10 border-b border-line bg-sky pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex max-w-6xl items-center gap-1.5 px-[min(1rem,4vw)]">
          <Logo className="mr-1 size-9" />
          <span className="min-w-0 flex-1 truncate font-bold max-lg:group-has-[[data-sign]]/header:hidden">
            {PRODUCT_NAME}
          </span>
          <DeviceOutbox user={user} />
          {isWide ? <DesktopControls user={user} part={part} /> : <PhoneMenu user={user} />}
        </div>
        {isWide && part !== undefined && <DesktopNav part={part} />}
      </header>
      <main className="mx-auto max-w-6xl px-[min(1rem,4vw)] pt-4 pb-[calc(6.5rem+env(safe-area-inset-bottom))] md:pb-10 print:p-0">
        <h1 className="print:hidden mb-4 text-3xl font-bold max-md:text-[min(1.5rem,13vw)]">
          {title}
        </h1>
        {children}
      </main>
      {!isWide && <PhoneBar part={part} />}
    </>
  )
}
