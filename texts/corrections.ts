import { organiserTexts } from './organiser'

/** The fate of an erased person's team (rule 5). */
function teamAfterErasing(team: string, teamIfErased: 'stays' | 'disbanded' | undefined): string {
  switch (teamIfErased) {
    case 'stays':
      return `Tim ${team} ostaje bez članova, ali s bodovima i mjestom u poretku.`
    case 'disbanded':
      return `Tim ${team} nema drugih članova ni upisanih bodova, pa se raspušta.`
    case undefined:
      return `Izlazi i iz tima ${team}, kojem bodovi ostaju.`
  }
}

/** The texts of each correction. */
export const correctionTexts = {
  block: (name: string) => ({
    label: 'Blokiraj',
    title: `Blokirati račun ${name}?`,
    text: 'Odjavljuje se sa svih uređaja i ne može se prijaviti. Linkovi i kodovi te osobe prestaju vrijediti i nakon odblokiranja.',
    reason: 'Kršenje pravila',
    done: `Račun ${name} je blokiran.`,
  }),
  unblock: (name: string) => ({
    label: 'Odblokiraj',
    title: `Odblokirati račun ${name}?`,
    text: 'Osoba se opet može prijaviti.',
    reason: 'Riješeno',
    done: `Račun ${name} više nije blokiran.`,
  }),
  withdraw: (name: string) => ({
    label: 'Izgubljen mobitel',
    title: `Odjaviti račun ${name} sa svih uređaja?`,
    text: 'Prestaju vrijediti sve prijave, linkovi i kodovi te osobe. O kopijama dodjela s njezinih uređaja koje stignu poslije odlučuje organizator. Zatim joj pokažite link za prijavu.',
    confirm: 'Odjavi svugdje',
    reason: 'Mobitel je izgubljen',
    done: `Račun ${name} odjavljen je sa svih uređaja.`,
  }),
  erase: (name: string, team: string | null, teamIfErased: 'stays' | 'disbanded' | undefined) => ({
    label: 'Obriši osobu',
    title: `Obrisati osobne podatke: ${name}?`,
    text: `Ime, broj i e-mail brišu se zauvijek, a osoba se odjavljuje. ${team === null ? '' : `${teamAfterErasing(team, teamIfErased)} `}Ovo se ne može vratiti.`,
    reason: 'Osoba je zatražila brisanje',
    done: 'Osobni podaci su obrisani.',
  }),
  recall: {
    label: 'Povuci poruku',
    text: 'Poruka nestaje sa svih kartica i popisa. Obavijest koju je mobitel već pokazao ne može se povući.',
    done: 'Poruka je povučena.',
  },
  revokeDevice: (name: string) => ({
    label: 'Opozovi uređaj',
    title: `Opozvati uređaj osobe ${name}?`,
    text: 'O kopijama dodjela koje je taj uređaj potpisao, a stignu poslije, odlučuje organizator.',
    reason: 'Mobitel je izgubljen',
    done: 'Uređaj je opozvan.',
  }),

  adjust: {
    label: 'Ispravi bodove',
    text: 'Bodovi se dodaju timu. Negativan broj oduzima bodove.',
    reason: 'Ispravak na info pultu',
    done: 'Bodovi su ispravljeni.',
  },
  rename: {
    label: 'Preimenuj',
    text: 'Novi naziv odmah vide svi.',
    reason: 'Neprimjeren naziv',
    done: 'Tim ima novi naziv.',
  },
  hide: {
    label: 'Sakrij tim',
    text: 'Tim vide samo njegovi članovi. Bodovi mu se i dalje upisuju.',
    reason: 'Neprimjeren naziv',
    done: 'Tim je skriven.',
  },
  show: {
    label: 'Prikaži tim',
    text: 'Tim je opet na svim popisima.',
    reason: 'Riješeno',
    done: 'Tim je opet na svim popisima.',
  },
  makeCaptain: {
    label: 'Postavi za kapetana',
    text: 'Dosadašnji kapetan ostaje član.',
    reason: 'Dogovor tima',
    done: 'Tim ima novog kapetana.',
  },
  attachFirst: {
    label: 'Dodaj oznaku',
    text: 'Oznaka od sada vodi na ovaj tim.',
    done: 'Oznaka vodi na ovaj tim.',
  },
  attach: {
    label: 'Zamijeni oznaku',
    text: 'Stara oznaka opet je slobodna.',
    done: 'Oznaka je zamijenjena.',
  },

  void: {
    label: 'Poništi',
    title: 'Poništiti ovu dodjelu?',
    text: 'Bodovi se oduzimaju. Poništenje se ne može vratiti, ali „Ispravi bodove” može dodati iste bodove.',
    reason: 'Pogrešna dodjela',
    done: 'Dodjela je poništena.',
  },
  decline: (what: string) => ({
    label: 'Odbij',
    text: `${what}: ne broji se. I odbijeno se može prihvatiti.`,
    reason: 'Nije potvrđeno',
    done: 'Stavka je odbijena.',
  }),
  move: (what: string) => ({
    label: 'Premjesti',
    title: 'Premjestiti ovu dodjelu drugom timu?',
    text: `${what}: ovdje se poništava, a drugom timu upisuje u isto vrijeme i s istim bodovima.`,
    reason: 'Dodijeljeno pogrešnom timu',
    done: 'Dodjela je premještena.',
  }),

  freeze: {
    label: 'Zamrzni poredak',
    text: 'Do otkrivanja svi vide poredak ovog trenutka. Stvarni poredak vidite samo ovdje.',
    done: 'Poredak je zamrznut.',
  },
  reveal: {
    label: 'Otkrij poredak',
    text: 'Svi odmah vide stvarni poredak. To se ne može vratiti.',
    done: 'Svi vide stvarni poredak.',
  },
  revealNext: {
    label: 'Otkrij sljedeće mjesto',
    title: 'Otkrivati mjesto po mjesto?',
    text: 'Prvi dodir otkriva deseto mjesto i sva ispod njega, ili posljednje ako je timova manje; svaki sljedeći jedno mjesto više. Možete stati, a nastaviti može i drugi organizator. Otkriveno se ne može sakriti.',
    done: 'Otkrivanje je počelo.',
  },
  close: (waiting: number) => ({
    label: 'Zatvori rezultate',
    text: `${waiting > 0 ? `Na uređajima još uvijek ${organiserTexts.waits(waiting)}. ` : ''}Što stigne nakon zatvaranja broji se tek kad to ovdje prihvatite. Rezultati se mogu ponovno otvoriti.`,
    done: 'Rezultati su zatvoreni.',
  }),
  closeEarly: (left: string) => ({
    title: 'Zatvoriti prije kraja?',
    text: `Natjecanje traje još ${left}. Ako rezultate zatvorite sada, bodovi koji stignu poslije čekaju vašu odluku.`,
    confirm: 'Zatvori prije kraja',
  }),
  reopen: {
    label: 'Ponovno otvori rezultate',
    text: 'Što stigne od sada, opet se odmah broji. Što je već zakasnilo, čeka vašu odluku.',
    done: 'Rezultati su ponovno otvoreni.',
  },
  accept: (what: string) => ({
    label: 'Prihvati',
    text: `${what}: računa se kao da je stiglo na vrijeme, ako to pravila dopuštaju.`,
    reason: 'Uređaj nije imao mrežu',
    done: 'Stavka je prihvaćena.',
  }),
} as const
