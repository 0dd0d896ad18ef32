import { Fragment } from 'react'
import { PRIVACY_CONTACT } from '../../product'

/** Text in which the contact becomes a mailto link if it is an e-mail address. */
export function LinkedText({ text }: { text: string }) {
  if (!PRIVACY_CONTACT.includes('@')) return text
  return text.split(PRIVACY_CONTACT).map((between, index) => (
    <Fragment key={between}>
      {index > 0 && (
        <a href={`mailto:${PRIVACY_CONTACT}`} className="text-ink underline underline-offset-4">
          {PRIVACY_CONTACT}
        </a>
      )}
      {between}
    </Fragment>
  ))
}
