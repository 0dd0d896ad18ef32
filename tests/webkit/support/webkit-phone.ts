import { expect } from '@playwright/test'
import { startWebDriver } from './web-driver'

/** The size of an iPhone SE's page. */
const SIZE = { width: 375, height: 667 }
/** How WebDriver writes a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A phone with WebKit's engine and separate storage. */
export type WebKitPhone = Awaited<ReturnType<typeof startWebKitPhone>>

/**
 * Stores this page's errors from now on, after those of the tab's earlier pages. WebDriver cannot
 * read errors that the browser itself logs.
 */
function keepErrors(): void {
  const key = 'test-errors'
  const keep = (error: unknown) =>
    sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${String(error)}\n`)
  window.addEventListener('error', ({ message }) => keep(message))
  window.addEventListener('unhandledrejection', ({ reason }) => keep(reason))
  console.error = (...logged) => keep(logged.join(' '))
}

/**
 * Finds a visible element in the page by its whole name, or else by the beginning of its name, and
 * scrolls to it. Returns null if it takes no tap yet (fault 57) or is under another element,
 * because the driver would press whatever is there.
 */
function findByName(css: string, name: string): Element | null {
  const nameOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const label =
      element.getAttribute('aria-label') ?? labels.map((one) => one.textContent).join(' ')
    return (label === '' ? ((element as HTMLElement).innerText ?? '') : label)
      .replace(/\s+/g, ' ')
      .trim()
  }
  const seen = [...document.querySelectorAll(css)].filter(
    (element) => element.getClientRects().length > 0,
  )
  const found =
    seen.find((element) => nameOf(element) === name) ??
    seen.find((element) => nameOf(element).startsWith(name)) ??
    null
  // Scroll to the middle, because the driver scrolls an element only just into view, where a bar may cover it.
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = found?.getBoundingClientRect()
  const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return hit && found?.contains(hit) ? found : null
}

/** Starts the browser. `origin` is where relative addresses lead. */
export async function startWebKitPhone(origin: string) {
  // Full screen, because the window's own bar is wider than an iPhone.
  const driver = await startWebDriver('--full-screen')
  await driver.command('POST', '/window/rect', SIZE)

  /** Runs a function in the page. It can use only its arguments. */
  async function run<A extends readonly Json[], R>(
    work: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<Awaited<R>> {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve((${work.toString()})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value }), (reason) => done({ reason: String(reason) }))`
    const outcome = (await driver.command('POST', '/execute/async', { script, args })) as
      | { readonly value: Awaited<R> }
      | { readonly reason: string }
    if ('reason' in outcome) throw new Error(outcome.reason)
    return outcome.value
  }
  /** Waits for an element and does something to it. Finds it again if it was replaced meanwhile. */
  async function withElement(
    css: string,
    name: string,
    work: (path: string) => Promise<unknown>,
  ): Promise<void> {
    await expect(async () => {
      const found = (await run(findByName, css, name)) as unknown as Readonly<
        Record<string, string>
      > | null
      if (found === null) throw new Error(`nothing on the page is named '${name}'`)
      await work(`/element/${found[ELEMENT]}`)
    }).toPass()
  }

  async function open(path: string): Promise<void> {
    await driver.command('POST', '/url', { url: new URL(path, origin).href })
    await run(keepErrors)
  }

  return {
    run,
    open,
    path: () => run(() => location.pathname),
    /** The visible text of the first element that matches a selector; '' if there is none. */
    text: (css = 'body') =>
      run(
        (selector) =>
          (document.querySelector<HTMLElement>(selector)?.innerText ?? '')
            .replaceAll('\u00a0', ' ')
            .trim(),
        css,
      ),
    /** Presses the button or link with this name, or whose name begins with it. */
    press: (name: string) =>
      withElement('button, a, [role="menuitem"]', name, (element) =>
        driver.command('POST', `${element}/click`, {}),
      ),
    /** Types into the field with this label. */
    type: (label: string, text: string) =>
      withElement('input, textarea', label, (element) =>
        driver.command('POST', `${element}/value`, { text }),
      ),
    /** Chooses a file in the page's file field, which is hidden behind its button. */
    async choose(path: string): Promise<void> {
      const field = (await driver.command('POST', '/element', {
        using: 'css selector',
        value: 'input[type=file]',
      })) as Readonly<Record<string, string>>
      await driver.command('POST', `/element/${field[ELEMENT]}/value`, { text: path })
    },
    /** Errors that pages of this tab reported. */
    errors: () => run(() => sessionStorage.getItem('test-errors') ?? ''),
    end: driver.end,
  }
}
