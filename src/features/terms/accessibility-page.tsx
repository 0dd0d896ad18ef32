import { accessibilityOf } from '#texts/accessibility'
import { titleTexts } from '#texts/titles'
import { COMPANY_NAME, PRIVACY_CONTACT, PRODUCT_NAME } from '../../ui/product'
import { LinkedText, TextPageHeader } from './text-page'

const SECTIONS = accessibilityOf({
  product: PRODUCT_NAME,
  company: COMPANY_NAME,
  contact: PRIVACY_CONTACT,
})

/** The accessibility statement. */
export function AccessibilityPage() {
  return (
    <>
      <TextPageHeader />
      <main translate="yes" className="mx-auto max-w-3xl px-4 pt-8 pb-24">
        <h1 className="ground text-[min(1.875rem,11vw)] leading-tight font-bold sm:text-4xl">
          {titleTexts.accessibility}
        </h1>
        <article className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-8">
          {SECTIONS.map(({ title, texts }) => (
            <section key={title} className="mt-8 first-of-type:mt-0">
              <h2 className="text-xl font-bold sm:text-2xl">{title}</h2>
              <div className="mt-3 flex max-w-[68ch] flex-col gap-3 leading-relaxed text-soft">
                {texts.map((text) => (
                  <p key={text}>
                    <LinkedText text={text} />
                  </p>
                ))}
              </div>
            </section>
          ))}
        </article>
      </main>
    </>
  )
}
