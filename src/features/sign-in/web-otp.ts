/** WebOTP (https://wicg.github.io/web-otp/), missing in TypeScript's types. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] }
}

/**
 * Calls back with the code from an SMS for this site, if the browser supports it and the person agrees. Returns a function
 * that cancels it.
 */
export function receiveCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in window)) return () => undefined
  const controller = new AbortController()
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: controller.signal }
  navigator.credentials.get(request).then(
    (credential) => {
      if (credential !== null && 'code' in credential && typeof credential.code === 'string') onCode(credential.code)
    },
    // Declined or aborted: the person types the code.
    () => undefined,
  )
  return () => controller.abort()
}
