import type { HostNames } from '#contract/names'
import { SESSION_COOKIE, SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import { RETENTION_YEARS } from '#contract/retention'
import { sessionTexts } from './session'

/** A list item; its term, if any, is highlighted. */
interface TermsItem {
  readonly term?: string
  readonly text: string
}

/** A paragraph, or a list. */
export type TermsBlock = string | readonly TermsItem[]

interface TermsSection {
  /** The URL fragment, without #. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly TermsBlock[]
}

export interface TermsPart {
  readonly id: string
  readonly title: string
  readonly sections: readonly TermsSection[]
}

/** Texts of the screen around the Terms of Use and Privacy Policy. */
export const termsTexts = {
  title: 'Uvjeti Korištenja i Politika Privatnosti',
  /** The date of TERMS_VERSION, formatted for readers. */
  effectiveDate: '30. rujna 2025.',
  publishedBy: (company: string) => `Objavljuje: ${company}`,
  effectiveFrom: (date: string) => `Na snazi od ${date}`,
  contents: 'Sadržaj',
} as const

function items(...texts: readonly string[]): TermsItem[] {
  return texts.map((text) => ({ text }))
}

function termsOfUse({ product, company, contact }: HostNames): TermsPart {
  return {
    id: 'uvjeti',
    title: 'Uvjeti korištenja',
    sections: [
      {
        id: 'opce-odredbe',
        title: 'Opće odredbe',
        blocks: [
          `Ovi Uvjeti korištenja i Politika privatnosti uređuju korištenje aplikacije ${product} i obradu osobnih podataka osoba koje je koriste. Objavljuje ih ${company}, upravitelj aplikacije i voditelj obrade osobnih podataka (u nastavku: mi). Na snazi su od ${termsTexts.effectiveDate}`,
          'Aplikacija služi natjecanju u kojem igrači osnivaju timove ili im se pridružuju, skeniraju NFC oznake i pokazuju QR kod svojeg tima, a osoblje na štandovima dodjeljuje timovima bodove.',
        ],
      },
      {
        id: 'prihvacanje',
        title: 'Prihvaćanje uvjeta',
        blocks: [
          `Klikom na gumb za registraciju („${sessionTexts.submitRegistration}”) u cijelosti prihvaćate Uvjete korištenja i Politiku privatnosti. Osobe kojima je račun otvorio organizator, primjerice osoblje štandova, prihvaćaju ih prvom prijavom.`,
          'Uz račun bilježimo koju ste verziju ovih dokumenata prihvatili i kada. Ako se s njima ne slažete, nemojte se registrirati ni koristiti aplikaciju.',
        ],
      },
      {
        id: 'racun',
        title: 'Račun i prijava',
        blocks: [
          items(
            'Pri registraciji navedite točne podatke i otvorite samo jedan račun, za sebe.',
            'Prijavljujete se kodom ili linkom iz SMS-a. Ne dajte ih drugima: tko otvori vaš link, prijavljen je u vaš račun.',
            `Ako mislite da se vašim računom služi netko drugi, odmah se javite osoblju na događanju ili na ${contact}.`,
            `Zatvaranje računa možete zatražiti u svakom trenutku na ${contact}.`,
          ),
        ],
      },
      {
        id: 'postena-igra',
        title: 'Pravila poštene igre',
        blocks: [
          'Natjecanje ima smisla samo ako je pošteno prema svima. Zato vrijede ova pravila:',
          [
            {
              term: 'Bodovi.',
              text: 'O bodovima, poretku i pauzama odlučuje poslužitelj. Prikaz na uređaju može kasniti, a bez mreže je samo procjena. Vrijedi ono što je upisano na poslužitelju.',
            },
            {
              term: 'Oznake.',
              text: 'NFC oznake i QR kodove skenirajte ondje gdje ih je organizator postavio. Nemojte ih premještati, oštećivati, prepisivati ni umnožavati. Oznaka s blagom donosi bodove jednom po timu.',
            },
            {
              term: 'Timovi.',
              text: 'Igrač je istodobno član samo jednog tima. Nazivi timova i nadimci ne smiju vrijeđati druge ni dovoditi u zabludu o tome tko ste.',
            },
            {
              term: 'Osoblje štandova.',
              text: 'Bodove dodjeljuje samo osoblje štanda, jednako prema svim timovima i samo za ono što je tim doista odigrao. Pogrešnu dodjelu osoblje može poništiti u roku od 10 minuta od upisa.',
            },
            {
              term: 'Aplikacija.',
              text: 'Nije dopušteno slati zahtjeve automatiziranim programima, zaobilaziti zaštitu ni iskorištavati pogreške. Ako pronađete pogrešku, prijavite je.',
            },
          ],
          'Tko prekrši ova pravila, može ostati bez bodova stečenih kršenjem, biti isključen iz natjecanja ili ostati bez računa. O tome odlučuje organizator.',
        ],
      },
      {
        id: 'odgovornost',
        title: 'Odgovornost',
        blocks: [
          'Nastojimo da aplikacija radi bez prekida i pogrešaka, ali to ne možemo jamčiti, jer njezin rad ovisi i o mreži, vašem uređaju te uslugama drugih, primjerice dostavi SMS poruka.',
          'U mjeri u kojoj to zakon dopušta, ne odgovaramo za štetu nastalu zbog prekida mreže, kvara uređaja ili korištenja aplikacije suprotno ovim uvjetima. Ništa u ovim uvjetima ne isključuje našu odgovornost za štetu prouzročenu namjerno ili krajnjom nepažnjom.',
          'Za svoj uređaj i trošak prijenosa podataka odgovarate sami. Na ove uvjete primjenjuje se pravo Republike Hrvatske, a prava koja vam kao potrošaču jamče prisilni propisi ostaju netaknuta.',
        ],
      },
    ],
  }
}

function privacyPolicy({ contact }: HostNames): TermsPart {
  return {
    id: 'privatnost',
    title: 'Politika privatnosti',
    sections: [
      {
        id: 'podaci',
        title: 'Podaci koje prikupljamo',
        blocks: [
          'Pri registraciji prikupljamo podatke koje sami upisujete:',
          items('ime', 'prezime', 'e-mail adresu', 'broj mobitela', 'nadimak'),
          'Tehničke podatke prikupljamo automatski:',
          items(
            'IP adresu',
            'vrstu i verziju preglednika',
            'podatke o uređaju',
            `kolačiće (${SESSION_COOKIE}, ${SIGN_IN_REQUEST_COOKIE})`,
          ),
          'Uz svaku prijavu čuvamo kada je započela, s koje IP adrese i u kojem pregledniku.',
          'Tijekom igre nastaju i podaci o natjecanju: članstvo u timu, zahtjevi za pridruživanje, skenirane oznake te bodovi, s vremenom dodjele i računom s kojeg su dodijeljeni. Slika kamere kojom skenirate QR kod obrađuje se samo na vašem uređaju i ne šalje se.',
        ],
      },
      {
        id: 'svrhe',
        title: 'Svrhe i pravne osnove',
        blocks: [
          [
            {
              term: 'Račun i natjecanje.',
              text: 'Otvaranje računa, prijava i provedba natjecanja temelje se na ugovoru koji sklapate registracijom (članak 6. stavak 1. točka (b) Opće uredbe o zaštiti podataka, GDPR).',
            },
            {
              term: 'Računovodstvo.',
              text: 'Računovodstvenu dokumentaciju, primjerice o nagradama, vodimo zbog zakonske obveze (točka (c)).',
            },
            {
              term: 'Sigurnost.',
              text: 'Zaštita računa, sprječavanje zlouporabe i otklanjanje pogrešaka naš su legitimni interes (točka (f)).',
            },
            {
              term: 'Marketing.',
              text: 'Obavijesti o natjecanjima, događanjima i ponudama temelje se na privoli (točka (a)).',
            },
          ],
          `Smatra se da korištenjem aplikacije dajete privolu za korištenje svojih podataka u marketinške svrhe. Privolu možete povući u svakom trenutku i bez obrazloženja, na ${contact}. Povlačenje ne utječe na zakonitost obrade prije povlačenja ni na vaše sudjelovanje u natjecanju.`,
        ],
      },
      {
        id: 'primatelji',
        title: 'Tko vidi vaše podatke',
        blocks: [
          [
            {
              term: 'Nadimak',
              text: 'vide prijavljeni korisnici, u popisu članova tima, a pri otkrivanju poretka svi koji ga gledaju.',
            },
            {
              term: 'Ime i prezime',
              text: 'vide članovi vašeg tima, a dok čekate odluku o zahtjevu i kapetan tima kojem se želite pridružiti.',
            },
            {
              term: 'Naziv tima, broj članova i bodove',
              text: 'mogu vidjeti svi, u popisu timova i poretku.',
            },
            {
              term: 'E-mail adresu i broj mobitela',
              text: 'vide samo osobe koje smo ovlastili za provedbu natjecanja.',
            },
          ],
          'Podatke dajemo pružateljima usluga koji za nas šalju SMS poruke i održavaju poslužitelje, samo koliko im je potrebno i na temelju ugovora, te nadležnim tijelima kada nas na to obvezuje zakon.',
        ],
      },
      {
        id: 'rokovi',
        title: 'Rokovi čuvanja',
        blocks: [
          'Podatke čuvamo:',
          [
            {
              term: `${RETENTION_YEARS.contract} godina`,
              text: '– ugovorni podaci: račun, prihvaćanje uvjeta i sudjelovanje u natjecanju.',
            },
            {
              term: '5 godina',
              text: 'nakon posljednje interakcije ili do povlačenja privole\u00a0– podaci za marketing.',
            },
            { term: '11 godina', text: '– računovodstveni podaci.' },
            {
              term: `${RETENTION_YEARS.technical} godine`,
              text: '– tehnički podaci: IP adresa, preglednik, uređaj i podaci o prijavama.',
            },
          ],
          'Nakon isteka roka podatke brišemo ili činimo anonimnima.',
        ],
      },
      {
        id: 'uredaj',
        title: 'Kolačići i podaci na uređaju',
        blocks: [
          `Aplikacija koristi dva kolačića, oba nužna. Po kolačiću ${SESSION_COOKIE} poslužitelj zna da ste prijavljeni; vrijedi 30 dana od posljednjeg korištenja, organizatorima 24 sata, a odjavom se briše. Po kolačiću ${SIGN_IN_REQUEST_COOKIE} zna u kojem je pregledniku zatražen kod, da ga nitko drugi ne može potrošiti; vrijedi jedan sat. Kolačiće za oglašavanje i kolačiće trećih strana ne koristimo.`,
          'Da bi radila i bez mreže, aplikacija u vašem pregledniku čuva i:',
          items(
            'svoje datoteke i odabrani izgled (geek-theme)',
            'stranicu na koju se vraćate nakon prijave, najviše 30 minuta',
            'posljednje viđeno stanje, koje odjava briše',
            'dodjele bodova, njihove kopije za tim i skenirane oznake s blagom koje čekaju slanje; ostaju i nakon odjave, dok ih poslužitelj ne potvrdi ili odbije',
            'koje su poruke organizatora zatvorene (geek-messages), i nakon odjave',
          ),
          'Sve to možete obrisati u postavkama preglednika. Ono što još čeka slanje time je izgubljeno.',
        ],
      },
      {
        id: 'prava',
        title: 'Vaša prava',
        blocks: [
          'U skladu s GDPR-om imate pravo na:',
          [
            { term: 'pristup', text: 'svojim podacima i njihovu kopiju' },
            { term: 'ispravak', text: 'netočnih i dopunu nepotpunih podataka' },
            { term: 'brisanje', text: 'podataka, kada više nema osnove za njihovu obradu' },
            { term: 'ograničenje', text: 'obrade' },
            { term: 'prenosivost', text: 'podataka, u strojno čitljivom obliku' },
            {
              term: 'prigovor',
              text: 'na obradu koja se temelji na legitimnom interesu ili služi marketingu',
            },
            { term: 'povlačenje privole', text: 'u svakom trenutku' },
            { term: 'pritužbu', text: 'Agenciji za zaštitu osobnih podataka (AZOP), azop.hr' },
          ],
          `Zahtjev pošaljite na ${contact}. Odgovorit ćemo bez nepotrebnog odgađanja, najkasnije u roku od mjesec dana.`,
        ],
      },
    ],
  }
}

function closing({ company, contact }: HostNames): TermsPart {
  return {
    id: 'zavrsne-odredbe',
    title: 'Završne odredbe',
    sections: [
      {
        id: 'izmjene',
        title: 'Izmjene',
        blocks: [
          'Ove dokumente možemo izmijeniti. Novu verziju objavljujemo na ovoj stranici, s datumom od kojeg vrijedi, a o bitnim ćemo vas izmjenama obavijestiti prije nego što stupe na snagu.',
        ],
      },
      {
        id: 'kontakt',
        title: 'Kontakt',
        blocks: [
          `Za pitanja o ovim dokumentima i svojim podacima javite se na ${contact} (${company}).`,
        ],
      },
    ],
  }
}

/**
 * The complete Terms of Use and Privacy Policy. The host's names stand only where Croatian grammar
 * does not decline them.
 */
export function termsOf(names: HostNames): readonly TermsPart[] {
  return [termsOfUse(names), privacyPolicy(names), closing(names)]
}
