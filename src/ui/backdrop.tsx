/** The screen beside what lies over it, for who closes that by a tap there; the keyboard has Escape. */
export function Backdrop({ onTap }: { onTap: () => void }) {
  return <button type="button" tabIndex={-1} aria-hidden onClick={onTap} className="fixed inset-0 size-full cursor-default" />
}
