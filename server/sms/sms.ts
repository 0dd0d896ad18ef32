export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** Delivers an SMS. Throws if it fails. */
export interface SmsSender {
  send(sms: Sms): Promise<void>
}
