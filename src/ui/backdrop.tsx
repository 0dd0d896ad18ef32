/** Covers the screen behind a layer; a tap on it closes the layer. Hidden from assistive technology: the keyboard has Escape. */
export function Backdrop({ onTap }: { onTap: () => void }) {
  return <button type="button" tabIndex={-1} aria-hidden onClick={onTap} className="fixed inset-0 size-full cursor-default" />
}
