/** A number to call with one tap. */
export function PhoneLink({ mobile }: { mobile: string }) {
  return (
    <a href={`tel:${mobile}`} className="inline-flex min-h-12 items-center font-medium tabular-nums underline underline-offset-4">
      {mobile}
    </a>
  )
}
