export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** Delivers SMS, or throws. */
export interface SmsSender {
  send(sms: Sms): Promise<void>
}
