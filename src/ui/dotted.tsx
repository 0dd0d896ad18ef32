/** Parts with dots between them, none of which stands at the end or the start of a line. */
export function Dotted({ parts }: { parts: readonly string[] }) {
  return (
    <span className="block overflow-x-clip">
      {/* Each dot stands in the margin before its part; at the start of a line that is cut off. */}
      <span className="-ml-[0.9em] flex flex-wrap">
        {parts.map((part, index) => (
          <span key={part} className="relative pl-[0.9em]">
            <span aria-hidden="true" className="absolute left-0 w-[0.9em] text-center">
              {index > 0 ? ' · ' : ''}
            </span>
            <span>{part}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
