/** Stands for the name of a hidden team on a booth's screens (rule 15). */
export const HIDDEN_TEAM = 'Skriveni tim'

/** Stands for the person whose messages and corrections it is. */
export const ORGANISER = 'Organizator'

/** The label of an adjustment among a team's points (rule 14). */
export const ADJUSTMENT = 'Ispravak organizatora'
