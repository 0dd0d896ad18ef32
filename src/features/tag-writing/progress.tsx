import { tagWritingTexts as texts } from '#i18n/tag-writing'

/** The number of tags written, as known to the server. */
export function Progress({ written, total }: { written: number; total: number }) {
  const words = texts.progress(written, total)
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold tabular-nums">{words}</p>
      <progress
        value={written}
        max={total}
        aria-label={words}
        className="h-2 w-full appearance-none overflow-hidden forced-colors:appearance-auto rounded-full border border-edge bg-raised [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent"
      />
    </div>
  )
}
