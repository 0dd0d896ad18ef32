import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#contract/entities'
import { organiserTexts } from '#texts/organiser'
import { currentUserQuery } from '../../api/queries'
import { useSignOut } from '../../session/use-sign-out'
import { Button } from '../../ui/button'
import { Logo, LogoLoader } from '../../ui/logo'
import { PRODUCT_NAME } from '../../ui/product'
import { ThemeSwitch } from '../../ui/theme'

function SignOutButton({ user }: { user: User }) {
  const { signOut, busy } = useSignOut(user)
  return (
    <Button variant="quiet" className="px-2!" busy={busy} onClick={signOut}>
      {organiserTexts.signOut}
    </Button>
  )
}

interface FrameProps {
  readonly title: string
  /** Leads to the organiser's other screen. */
  readonly other: ReactNode
  readonly nav?: ReactNode
  readonly children: ReactNode
}

/** What stands around the organiser's screens. */
export function OrganiserFrame({ title, other, nav, children }: FrameProps) {
  const { data: user } = useQuery(currentUserQuery())
  if (user === undefined || user === null) return <LogoLoader />
  return (
    <>
      <header className="print:hidden sticky top-0 z-10 border-b border-line bg-sky">
        <div className="mx-auto flex max-w-6xl items-center gap-1.5 px-4">
          <Logo className="mr-1 size-9" />
          <span className="min-w-0 flex-1 truncate font-bold max-[24rem]:invisible">{PRODUCT_NAME}</span>
          {other}
          <ThemeSwitch />
          <SignOutButton user={user} />
        </div>
        {nav}
      </header>
      <main className="mx-auto max-w-6xl px-4 pt-4 pb-10 print:p-0">
        <h1 className="print:hidden mb-4 text-3xl font-bold short:text-2xl">{title}</h1>
        {children}
      </main>
    </>
  )
}
