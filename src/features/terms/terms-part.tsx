import { Fragment } from 'react'
import type { TermsPart as Part, TermsBlock } from '#texts/terms'
import { PRIVACY_CONTACT } from '../../ui/product'

/** Text in which the contact becomes a mailto link if it is an e-mail address. */
function LinkedText({ text }: { text: string }) {
  if (!PRIVACY_CONTACT.includes('@')) return <span>{text}</span>
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

function Block({ block }: { block: TermsBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LinkedText text={block} />
      </p>
    )
  }
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-accent">
      {block.map(({ term, text }) => (
        <li key={text} className="pl-1">
          {term !== undefined && <strong className="font-semibold text-ink">{term} </strong>}
          <LinkedText text={text} />
        </li>
      ))}
    </ul>
  )
}

export function TermsPart({ part }: { part: Part }) {
  return (
    <article id={part.id} className="scroll-mt-22 rounded-card border border-line bg-surface p-5 sm:p-8">
      <p className="font-semibold text-accent">{part.title}</p>
      {part.sections.map(({ id, title, blocks }) => (
        <section key={id} className="mt-8 first-of-type:mt-3">
          <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-xl font-bold sm:text-2xl">
            {title}
          </h2>
          <div className="mt-3 flex max-w-[68ch] flex-col gap-3 leading-relaxed text-soft">
            {blocks.map((block) => (
              <Block key={typeof block === 'string' ? block : block[0]?.text} block={block} />
            ))}
          </div>
        </section>
      ))}
    </article>
  )
}
