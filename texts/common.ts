/** Texts shared by several screens. */
export const commonTexts = {
  loading: 'Učitavanje…',
  retry: 'Pokušaj ponovno',
  back: 'Nazad',
  close: 'Zatvori',
  cancel: 'Odustani',
  notConnectedTitle: 'Niste povezani',
  notConnectedHint: 'Poslužitelj ne odgovara. Provjerite mrežu i pokušajte ponovno.',
  failedTitle: 'Nije uspjelo',
  copyReport: 'Kopiraj izvještaj',
  reportCopied: 'Izvještaj je kopiran.',
  report: 'Izvještaj o pogrešci',
  notifications: 'Obavijesti',
  lightTheme: 'Svijetla tema',
  sound: 'Zvuk',
} as const

/** Replaces the app in a browser that cannot run it. */
export const browserTexts = {
  tooOld:
    'Ovaj je preglednik prestar: ažurirajte ga (na iPhoneu ažurirajte iOS) ili ovu stranicu otvorite u novijem.',
  noScripts:
    'Uključite JavaScript u postavkama preglednika i ponovno otvorite stranicu: bez njega ova aplikacija ne radi.',
} as const

/** Limitations of the device. */
export const deviceTexts = {
  cannotSave: 'Ovaj preglednik ne može spremiti datoteku. Otvorite stranicu u drugom pregledniku.',
  cannotPrint: 'Ovaj preglednik ne može ispisivati. Otvorite ovu stranicu na računalu.',
  print: 'Ispiši',
} as const

/** The offer of a new version, above any screen. */
export const updateTexts = {
  available: 'Dostupna je nova verzija.',
  refresh: 'Osvježi',
} as const

/** Shown for errors that don't come from the API. */
export const UNEXPECTED_ERROR = 'Došlo je do pogreške.'
