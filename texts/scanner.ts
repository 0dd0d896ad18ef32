/** The in-app scanner for NFC tags and QR codes. */
export const scannerTexts = {
  open: 'Skeniraj',
  title: 'Skeniranje',
  notLoaded: 'Skener se nije učitao. Provjerite mrežu i pokušajte ponovno.',
  found: 'Pročitano. Otvaranje…',

  justScanned:
    'Taj je kod upravo skeniran. Pokažite sljedeći. Ako želite baš taj, maknite ga iz kadra i pokažite ponovno.',

  nfc: {
    unsupported: 'Ovaj uređaj ne čita NFC oznake. Skenirajte QR kod kamerom.',
    /** Used without NFC and camera. */
    unsupportedToo: 'Ni NFC oznake ovaj uređaj ne čita.',
    onIphone: 'Prislonite vrh mobitela na oznaku i dodirnite obavijest.',
    prompt: 'Za čitanje NFC oznaka preglednik traži vaše dopuštenje.',
    ask: 'Uključi NFC',
    starting: 'Uključivanje NFC-a…',
    refused: 'Pristup NFC-u je odbijen. Dopustite ga u postavkama stranice.',
    howToAllow:
      'U izborniku preglednika otvorite postavke ove stranice i među dopuštenjima uključite NFC.',
    switchedOff: 'NFC je isključen. Uključite ga u postavkama mobitela i vratite se ovamo.',
    failed: 'NFC se nije uključio. Pokušajte ponovno.',
    ready: 'Prislonite poleđinu mobitela na oznaku.',
    retry: 'Pokušaj ponovno s NFC-om',
  },

  camera: {
    picture: 'Slika s kamere',
    unsupported:
      'Preglednik ovdje ne može otvoriti kameru. Odaberite sliku QR koda ili upišite kod s oznake.',
    ask: 'Skeniraj kamerom',
    starting: 'Uključivanje kamere…',
    refused: 'Pristup kameri je odbijen. Dopustite ga u postavkama preglednika.',
    meanwhile: 'Do tada možete odabrati sliku QR koda ili upisati kod s oznake.',
    missing: 'Kamera nije pronađena. Odaberite sliku QR koda ili upišite kod s oznake.',
    busy: 'Kamera nije dostupna. Zatvorite druge aplikacije koje je koriste i pokušajte ponovno.',
    noDecoder:
      'Čitač QR kodova nije se učitao. Provjerite mrežu ili upišite kod s oznake. Čim se učita, skeniranje se nastavlja.',
    noReader: 'Ovaj preglednik ne može čitati QR kodove. Upišite oznaku ispod koda.',
    noPixels:
      'Preglednik zbog zaštite od praćenja mijenja slike, pa se QR kod ne može pročitati. Dopustite ovoj stranici čitanje slika (canvas), otvorite je u drugom pregledniku ili upišite kod s oznake.',
    ready: 'Usmjerite kameru prema QR kodu.',
    retry: 'Pokušaj ponovno s kamerom',
    light: 'Svjetlo',
    other: 'Druga kamera',
  },

  picture: {
    choose: 'Odaberi sliku',
    reading: 'Čitanje slike…',
    nothingFound: 'Na slici nema QR koda. Odaberite oštriju sliku ili upišite kod s oznake.',
    noPicture: 'Slika se ne može otvoriti. Odaberite drugu.',
  },

  code: {
    type: 'Upiši kod',
    label: 'Kod s oznake',
    hint: 'Otisnut je ispod oznake. Prepišite ga kako piše; razmaci između skupina po tri znaka nisu važni.',
    submit: 'Otvori',
    missing: 'Upišite kod.',
    foreign: 'Taj kod nije dio ove igre. Provjerite jeste li ga točno prepisali, s crticama.',
  },

  refused: {
    readingError: 'Oznaka nije pročitana. Držite mobitel mirno i pokušajte ponovno.',
    emptyTag: 'Oznaka je prazna. Uzmite drugu ili se javite organizatoru.',
    foreignTag: 'Oznaka nije dio ove igre.',
    emptyCode: 'QR kod je prazan. Skenirajte drugi.',
    foreignCode: 'QR kod nije dio ove igre.',
    leadsTo: (host: string) => `Adresa vodi na ${host}.`,
    page: 'Ta adresa samo otvara ovu igru.',
    foreignHint: 'Skenirajte oznaku ili QR kod s ovog natjecanja.',
    unreadable: 'Adresa na oznaci nije ispravna. Javite se organizatoru.',
  },
} as const
