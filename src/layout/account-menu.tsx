import { Link } from '@tanstack/react-router'
import {
  Accessibility,
  BellRing,
  Download,
  Hourglass,
  IdCard,
  LogOut,
  MessageSquareText,
  ScrollText,
  UserRoundPen,
  Volume2,
} from 'lucide-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { initials } from '#lib/names'
import { appVersion, serverVersion } from '#lib/versions'
import { commonTexts } from '#texts/common'
import { installTexts } from '#texts/install'
import { accountMenuTexts } from '#texts/layout'
import { messageTexts, pushTexts } from '#texts/notices'
import { outboxTexts } from '#texts/outbox'
import { profileTexts } from '#texts/profile'
import { sessionTexts } from '#texts/session'
import { titleTexts } from '#texts/titles'
import { useOpenMessages } from '../game/messages'
import { useOutboxAfterPaint } from '../offline/page-outbox'
import { useInstall } from '../pwa/install'
import { useNotifications } from '../pwa/notifications'
import { useCarefulSignOut } from '../session/careful-sign-out'
import { homeOf } from '../session/paths'
import { Badge } from '../ui/bottom-bar'
import { useLazyDialog } from '../ui/dialog'
import { Menu, MenuItem, menuItemClasses } from '../ui/menu'
import { chooseSound, useSound } from '../ui/signal'
import { ThemeItem } from '../ui/theme-item'

const loadProfile = async () => (await import('../features/profile/account-dialogs')).ProfileDialog
const loadMessages = async () =>
  (await import('../features/profile/account-dialogs')).MessagesDialog

function HomeName({ isStaff }: { isStaff: boolean }) {
  if (isStaff) return <span>{sessionTexts.board}</span>
  return (
    <>
      {accountMenuTexts.profile}
      <MenuNote>{sessionTexts.myCard}</MenuNote>
    </>
  )
}

/** A note next to a menu entry's name; not part of its accessible name. */
function MenuNote({ children }: { children: string }) {
  return (
    <span aria-hidden className="ml-auto pl-2 text-sm font-normal whitespace-nowrap text-soft">
      {children}
    </span>
  )
}

/** Shows whether this device gets notifications. Asks the browser each time the menu opens. */
function NotificationsItem({ user }: { user: User }) {
  const { state, turnOn, turnOff, refresh } = useNotifications(user)
  const refreshNow = useEffectEvent(refresh)
  useEffect(() => refreshNow(), [])
  if (state === 'impossible') return null
  const lost = state === 'ended' ? pushTexts.ended : state === 'blocked' ? pushTexts.blocked : null
  return (
    <MenuItem icon={BellRing} checked={state === 'on'} onClick={state === 'on' ? turnOff : turnOn}>
      <span>
        {pushTexts.offerTitle}
        {lost !== null && <span className="block text-sm text-warn">{lost}</span>}
      </span>
    </MenuItem>
  )
}

export function AccountMenu({ user, onOutbox }: { user: User; onOutbox: () => void }) {
  const { signOut, warning } = useCarefulSignOut(user)
  const { entries, unreadable } = useOutboxAfterPaint()
  const isStaff = user.vendor_id !== null
  const server = useSyncExternalStore(serverVersion.subscribe, serverVersion.get)
  const sound = useSound()
  const install = useInstall()
  const profile = useLazyDialog(loadProfile, profileTexts.notLoaded)
  const messages = useLazyDialog(loadMessages, messageTexts.notLoaded)
  const { unread } = useOpenMessages(user.id)
  const fullName = `${user.first_name} ${user.last_name}`
  return (
    <>
      <Menu
        label={`${accountMenuTexts.title}: ${fullName}${unread > 0 ? `, ${messageTexts.unread(unread)}` : ''}`}
        face={
          <span className="relative grid size-10 place-items-center rounded-full bg-accent font-bold text-on-accent">
            {initials(user.first_name, user.last_name)}
            {unread > 0 && (
              <Badge count={unread} className="absolute -top-1 -right-1 ring-2 ring-sky" />
            )}
          </span>
        }
      >
        <div className="mb-1 border-b border-line px-3 pt-2 pb-3">
          <span className="block font-bold">{fullName}</span>
          <span className="block text-sm text-soft">{user.email}</span>
        </div>
        <Link to={homeOf(user)} role="menuitem" tabIndex={-1} className={menuItemClasses}>
          <IdCard aria-hidden className="size-5" />
          <HomeName isStaff={isStaff} />
        </Link>
        {(isStaff || entries.length > 0 || unreadable.length > 0) && (
          <MenuItem icon={Hourglass} onClick={onOutbox}>
            {outboxTexts.menu}
            {entries.length > 0 && (
              <span className="ml-auto tabular-nums text-warn">{entries.length}</span>
            )}
          </MenuItem>
        )}
        <MenuItem icon={UserRoundPen} onClick={profile.open}>
          {profileTexts.title}
          <MenuNote>{accountMenuTexts.ownData}</MenuNote>
        </MenuItem>
        <MenuItem icon={MessageSquareText} onClick={messages.open}>
          {messageTexts.title}
          {unread > 0 && <span className="ml-auto tabular-nums text-warn">{unread}</span>}
        </MenuItem>
        <ThemeItem />
        <MenuItem icon={Volume2} checked={sound} onClick={() => chooseSound(!sound)}>
          {commonTexts.sound}
        </MenuItem>
        <NotificationsItem user={user} />
        {install.way !== null && (
          <MenuItem icon={Download} onClick={install.start}>
            {installTexts.menu}
          </MenuItem>
        )}
        <Link to="/uvijeti" role="menuitem" tabIndex={-1} className={menuItemClasses}>
          <ScrollText aria-hidden className="size-5" />
          {accountMenuTexts.terms}
        </Link>
        <Link to="/pristupacnost" role="menuitem" tabIndex={-1} className={menuItemClasses}>
          <Accessibility aria-hidden className="size-5" />
          {titleTexts.accessibility}
        </Link>
        <MenuItem icon={LogOut} onClick={signOut}>
          {accountMenuTexts.signOut}
        </MenuItem>
        <p className="mt-1 border-t border-line px-3 pt-2 pb-1 text-xs break-words text-soft">
          {accountMenuTexts.versions(appVersion(), server)}
        </p>
      </Menu>
      {warning}
      {install.steps}
      {profile.Dialog && <profile.Dialog user={user} onClose={profile.close} />}
      {messages.Dialog && <messages.Dialog onClose={messages.close} />}
    </>
  )
}
