interface ProgressProps {
  done: number
  all: number
  /** The progress as text, such as "3 of 10". */
  label: string
}

export function Progress({ done, all, label }: ProgressProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm tabular-nums">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-raised forced-colors:border"
      >
        <div
          className="h-full origin-left bg-(--color-accent) forced-color-adjust-none forced-colors:bg-[Highlight]"
          style={{ transform: `scaleX(${all === 0 ? 0 : done / all})` }}
        />
      </div>
    </div>
  )
}
