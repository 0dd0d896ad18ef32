import { Check, type LucideIcon } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Modal } from './dialog'

/**
 * Computes the index to focus after a key, among `count` items from index `from` (-1 = none); null
 * for other keys.
 */
function indexAfterKey(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return from <= 0 ? count - 1 : from - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

const GAP_PX = 6
const ITEMS = '[role="menuitem"], [role="menuitemcheckbox"]'

/** The class names of a menu item, for links with `role="menuitem"` and `tabIndex={-1}`. */
export const menuItemClasses =
  'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-raised focus:bg-raised'

interface MenuPosition {
  readonly top: number
  readonly right: number
}

interface MenuProps {
  label: string
  face: ReactNode
  children: ReactNode
}

/**
 * A button with a right-aligned menu below it
 * (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/).
 */
export function Menu({ label, face, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<{
    readonly position: MenuPosition
    readonly key: string
  } | null>(null)
  const id = useId()
  function show(key: string): void {
    if (button.current === null) return
    // Safari doesn't focus a tapped button: the focus would later return to the previous element.
    button.current.focus({ preventScroll: true })
    const edge = button.current.getBoundingClientRect()
    setOpen({
      key,
      position: {
        top: edge.bottom + GAP_PX,
        right: document.documentElement.clientWidth - edge.right,
      },
    })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
    event.preventDefault()
    show(event.key === 'ArrowUp' ? 'End' : 'Home')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open === null ? undefined : id}
        onClick={() => show('')}
        onKeyDown={onKeyDown}
        className="grid size-12 cursor-pointer place-items-center rounded-full"
      >
        {face}
      </button>
      {open !== null && (
        <OpenMenu
          id={id}
          label={label}
          position={open.position}
          firstKey={open.key}
          onClose={() => setOpen(null)}
        >
          {children}
        </OpenMenu>
      )}
    </>
  )
}

/** Moves the focus for a pressed key. Returns false if the key moves nothing. */
function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
  const from = items.findIndex((item) => item.matches(':focus'))
  const to = indexAfterKey(key, from, items.length)
  if (to !== null) items[to]?.focus()
  return to !== null
}

interface OpenMenuProps {
  id: string
  label: string
  position: MenuPosition
  /** The key that selects the item focused first; empty for none, as after a tap. */
  firstKey: string
  onClose: () => void
  children: ReactNode
}

function OpenMenu({ id, label, position, firstKey, onClose, children }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  // Runs after the dialog opened and focused the menu.
  useLayoutEffect(() => void moveFocus(menu.current, firstKey), [firstKey])
  useEffect(() => {
    window.addEventListener('resize', onClose)
    return () => window.removeEventListener('resize', onClose)
  }, [onClose])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') onClose()
    else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click()
    else if (!moveFocus(menu.current, event.key)) return
    event.preventDefault()
  }
  /**
   * The item's own click handler has already run. Checkbox items leave the menu open, to show the
   * new state.
   */
  function onClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('[role="menuitem"]') !== null)
      onClose()
  }
  return (
    <Modal label={label} firstFocus={menu} onClose={onClose}>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        // Not -1: on a small phone the menu scrolls, so it has to be reachable by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        style={{
          top: position.top,
          right: position.right,
          maxHeight: `calc(100dvh - ${position.top}px - 0.75rem)`,
        }}
        className="fixed w-72 max-w-[calc(100vw-1.5rem)] animate-arrive overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-2xl outline-none"
      >
        {children}
      </div>
    </Modal>
  )
}

interface MenuItemProps extends Pick<ComponentProps<'button'>, 'onClick' | 'children'> {
  icon: LucideIcon
  /** The state of a checkbox item, which leaves the menu open; undefined for an ordinary item. */
  checked?: boolean
}

export function MenuItem({ icon: Icon, checked, children, ...props }: MenuItemProps) {
  const kind =
    checked === undefined
      ? { role: 'menuitem' }
      : { role: 'menuitemcheckbox', 'aria-checked': checked }
  return (
    <button {...props} {...kind} type="button" tabIndex={-1} className={menuItemClasses}>
      <Icon aria-hidden className="size-5" />
      {children}
      {checked === true && <Check aria-hidden className="ml-auto size-5 text-accent" />}
    </button>
  )
}
