import { Link } from '@tanstack/react-router'
import { Check, Download, Hourglass, LogOut, SunMoon, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { User } from '#contract/entities'
import { commonTexts } from '#i18n/common'
import { installTexts } from '#i18n/install'
import { outboxTexts } from '#i18n/outbox'
import { sessionTexts } from '#i18n/session'
import { initials } from '#lib/initials'
import { useOutbox } from '../offline/use-outbox'
import { useInstall } from '../pwa/use-install'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { chooseTheme, useTheme } from '../ui/theme'
import { homeOf, roleOf } from './places'
import { useSignOut } from './use-sign-out'

const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 font-medium outline-none data-highlighted:bg-raised'

/** Who is signed in, and the way out. */
export function AccountMenu({ user, onOutbox }: { user: User; onOutbox: () => void }) {
  const { signOut, busy } = useSignOut(user)
  const { entries, unreadable } = useOutbox()
  const waiting = entries.filter((entry) => entry.userId === user.id && entry.refusal === null).length
  const [asking, setAsking] = useState(false)
  const theme = useTheme()
  const install = useInstall()
  const fullName = `${user.first_name} ${user.last_name}`
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger
          aria-label={`${sessionTexts.accountMenu}: ${fullName}`}
          className="grid size-12 cursor-pointer place-items-center rounded-full"
        >
          <span className="grid size-10 place-items-center rounded-full bg-accent font-bold text-on-accent">
            {initials(user.first_name, user.last_name)}
          </span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            collisionPadding={12}
            className="z-20 w-72 max-w-[calc(100vw-1.5rem)] animate-arrive rounded-card border border-line bg-surface p-2 shadow-2xl"
          >
            <DropdownMenu.Label className="px-3 py-2">
              <span className="block font-bold">{fullName}</span>
              <span className="block text-sm text-soft">{user.email}</span>
            </DropdownMenu.Label>
            <DropdownMenu.Separator className="my-1 h-px bg-line" />
            <DropdownMenu.Item asChild>
              <Link to={homeOf(user)} className={ITEM}>
                <UserRound aria-hidden className="size-5" />
                {roleOf(user) === 'vendor' ? sessionTexts.board : sessionTexts.profile}
              </Link>
            </DropdownMenu.Item>
            {(user.vendor_id !== null || entries.length > 0 || unreadable.length > 0) && (
              <DropdownMenu.Item className={ITEM} onSelect={onOutbox}>
                <Hourglass aria-hidden className="size-5" />
                {outboxTexts.menu}
                {entries.length > 0 && <span className="ml-auto tabular-nums text-warn">{entries.length}</span>}
              </DropdownMenu.Item>
            )}
            <DropdownMenu.CheckboxItem
              className={ITEM}
              checked={theme === 'light'}
              onCheckedChange={(light) => chooseTheme(light ? 'light' : 'dark')}
              // The menu stays, to show what it did.
              onSelect={(event) => event.preventDefault()}
            >
              <SunMoon aria-hidden className="size-5" />
              {commonTexts.lightTheme}
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Check aria-hidden className="size-5 text-accent" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
            {install.way !== null && (
              <DropdownMenu.Item className={ITEM} onSelect={install.start}>
                <Download aria-hidden className="size-5" />
                {installTexts.menu}
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item className={ITEM} onSelect={() => (waiting > 0 ? setAsking(true) : signOut())}>
              <LogOut aria-hidden className="size-5" />
              {sessionTexts.signOut}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <ConfirmDialog
        trigger={null}
        opened={{ open: asking, onChange: setAsking }}
        title={sessionTexts.signOutWaitingTitle}
        text={sessionTexts.signOutWaiting(waiting)}
        confirm={sessionTexts.signOutAnyway}
        busy={busy}
        onConfirm={() => signOut()}
      />
      {install.steps}
    </>
  )
}
