/** WebOTP (https://wicg.github.io/web-otp/), which TypeScript's own types do not know. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] }
}

/** Hands over the code of an SMS for this site, where the browser reads it and the person agrees. */
export function receiveCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in window)) return () => undefined
  const controller = new AbortController()
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: controller.signal }
  navigator.credentials.get(request).then(
    (credential) => {
      if (credential !== null && 'code' in credential && typeof credential.code === 'string') onCode(credential.code)
    },
    // Declined, or left behind: the code is typed.
    () => undefined,
  )
  return () => controller.abort()
}
