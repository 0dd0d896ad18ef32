/** A player of the demo; the e-mail is derived from the nickname. */
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
  /** In the order in which they joined; the first is captain. */
  readonly members: readonly DemoPlayer[]
}

/** An award of a booth. */
export interface DemoAward {
  readonly team: string
  readonly vendor: string
  readonly type: string
  readonly minutesAgo: number
  readonly voided: boolean
}

/** A bonus tag that a member of a team scanned. */
export interface DemoFind {
  readonly team: string
  readonly tag: string
  /** The member's nickname. */
  readonly finder: string
  readonly minutesAgo: number
}

/** A pending join request. */
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

/** A fictional event in progress. Its times count back from the moment of insertion. */
export interface DemoStory {
  /** In the format of event.json. */
  readonly event: DemoEventFile
  /** When its players registered. */
  readonly openedMinutesAgo: number
  readonly teamless: readonly DemoPlayer[]
  readonly teams: readonly DemoTeam[]
  readonly requests: readonly DemoRequest[]
  readonly awards: readonly DemoAward[]
  readonly finds: readonly DemoFind[]
}
