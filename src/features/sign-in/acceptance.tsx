import { Link } from '@tanstack/react-router'
import { sessionTexts } from '#i18n/session'

const LINK = 'text-ink underline underline-offset-4'

/** States what pressing the button accepts. The documents open in a new tab, so that nothing typed is lost. */
export function Acceptance() {
  const { before, terms, between, privacy, after } = sessionTexts.acceptance
  return (
    <p className="text-sm text-soft">
      {before}
      <Link to="/uvijeti" hash="uvjeti" target="_blank" className={LINK}>
        {terms}
      </Link>
      {between}
      <Link to="/uvijeti" hash="privatnost" target="_blank" className={LINK}>
        {privacy}
      </Link>
      {after}
    </p>
  )
}
