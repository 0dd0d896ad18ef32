import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../support/journey'

/** A browser's translation: each text node is replaced by one in two elements, and each later one again. */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wrap = (text: Text) => {
      const { parentElement: parent } = text
      if (parent === null || parent.closest('font, head, script, style, textarea') !== null) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const texts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode() !== null) found.push(walker.currentNode as Text)
      return found
    }
    const all = () => texts(document).forEach(wrap)
    new MutationObserver(all).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** Expects the translation to have found text, and none that stood beside anything else. */
export async function expectTextsApart(page: Page): Promise<void> {
  const beside = page.locator('body :not(font) > font').evaluateAll((fonts) => ({
    some: fonts.length > 0,
    beside: fonts.filter(({ parentNode }) => parentNode?.childNodes.length !== 1).map((font) => font.parentElement?.outerHTML),
  }))
  expect(await beside).toEqual({ some: true, beside: [] })
}
