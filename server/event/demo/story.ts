/** A player of the demo; the e-mail follows from the nickname. */
export interface DemoPlayer {
  readonly nickname: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile: string
}

export interface DemoTeam {
  readonly name: string
  readonly tag: string | null
  readonly minutesAgo: number
  /** The captain first, in the order in which they joined. */
  readonly members: readonly DemoPlayer[]
}

/** What a booth gave. */
export interface DemoAward {
  readonly team: string
  readonly vendor: string
  readonly type: string
  readonly minutesAgo: number
  readonly voided: boolean
}

/** A bonus tag that a member of a team found. */
export interface DemoFind {
  readonly team: string
  readonly tag: string
  /** The member's nickname. */
  readonly finder: string
  readonly minutesAgo: number
}

/** Whoever waits for a captain's word, and where. */
export interface DemoRequest {
  readonly nickname: string
  readonly team: string
  readonly minutesAgo: number
}

/** The part of event.json that the rest of a story refers to. */
export interface DemoEventFile {
  readonly point_types: readonly { readonly point_type: string; readonly points: number }[]
  readonly vendors: readonly { readonly vendor_id: string; readonly staff: readonly { readonly mobile: string }[] }[]
  readonly tags: readonly { readonly nfc_id: string; readonly nfc_type: string; readonly point_type?: string }[]
}

/** A made-up event in mid-game; its times count back from the moment at which it is put into a database. */
export interface DemoStory {
  /** In the shape of event.json. */
  readonly event: DemoEventFile
  /** When its players registered. */
  readonly openedMinutesAgo: number
  readonly teamless: readonly DemoPlayer[]
  readonly teams: readonly DemoTeam[]
  readonly requests: readonly DemoRequest[]
  readonly awards: readonly DemoAward[]
  readonly finds: readonly DemoFind[]
}
