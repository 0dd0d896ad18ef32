interface Booth {
  readonly vendor_id: string
  readonly name: string
  readonly location: string
  readonly description: string
  readonly point_types: readonly [string, string, string]
}

function booth(vendor_id: string, name: string, location: string, types: string, description: string): Booth {
  const [first = '', second = '', third = ''] = types.split(' ')
  return { vendor_id, name, location, description, point_types: [first, second, third] }
}

/** Thirty booths of three halls, a courtyard and a gallery, in the order of a walk through them. */
export const LARGE_BOOTHS: readonly Booth[] = [
  booth(
    'arkade',
    'Arkadna zona',
    'Hala A, štand 3',
    'pobjeda rekord sudjelovanje',
    'Dvanaest automata iz osamdesetih i jedan joystick koji vuče ulijevo. Na njemu su svi jednaki, pa se rekordi ondje cijene dvostruko.',
  ),
  booth(
    'kviz',
    'Kvizionica',
    'Hala B, pozornica uz kafić',
    'odgovor brzina sudjelovanje',
    'Tri pitanja, minuta po pitanju i voditeljica koja je Silmarillion pročitala dvaput, oba puta od svoje volje.',
  ),
  booth(
    'tamnica',
    'Stol broj dvadeset',
    'Hala B, uz zadnji prozor',
    'tamnica timska sudjelovanje',
    'Avantura za cijeli tim, dvadesetak minuta i jedna kocka s dvadeset strana. Kocku bacate vi, posljedice tumačimo mi.',
  ),
  booth(
    'fliperi',
    'Fliperana',
    'Hala A, štand 4',
    'pobjeda rekord sudjelovanje',
    'Šest flipera, svi ispravni, jedan malo osjetljiv. Tresenje je dopušteno, podizanje nije.',
  ),
  booth(
    'utrke',
    'Staza za utrke',
    'Hala A, štand 6',
    'pobjeda rekord sudjelovanje',
    'Četiri volana, četiri sjedala i krug koji se vozi za manje od dvije minute. Prvi zavoj nije za kočenje, drugi jest.',
  ),
  booth(
    'vr',
    'Soba bez zidova',
    'Hala A, štand 8',
    'pobjeda timska sudjelovanje',
    'Virtualna stvarnost za dvoje. Treći pazi da ne zagrlite stup, koji je stvaran.',
  ),
  booth(
    'retro',
    'Muzej kućnih računala',
    'Hala A, štand 10',
    'odgovor zagonetka sudjelovanje',
    'Kasete se učitavaju četiri minute, a vrijedi ih čekati. Tko prepozna računalo po zvuku, ne čeka.',
  ),
  booth(
    'borilacke',
    'Ring',
    'Hala A, pozornica',
    'pobjeda rekord publika',
    'Borilačke igre jedan na jedan, tri runde. Pobjednik ostaje, gubitnik dobiva bombon.',
  ),
  booth(
    'ritam',
    'Plesni podij',
    'Hala A, uz ulaz',
    'pobjeda publika sudjelovanje',
    'Strelice, glazba i podloga koja je vidjela svašta. Cipele u kut, čarape po želji.',
  ),
  booth(
    'sah',
    'Brzopotezni kut',
    'Galerija, stolovi 1 do 6',
    'pobjeda zagonetka sudjelovanje',
    'Tri minute po igraču. Tko nema partnera, igra s umirovljenim velemajstorom, koji ne popušta.',
  ),
  booth(
    'karte',
    'Kartaški stolovi',
    'Galerija, stolovi 7 do 14',
    'pobjeda timska sudjelovanje',
    'Špilove posuđujemo, pravila objašnjavamo, poteze ne vraćamo.',
  ),
  booth(
    'drustvene',
    'Društvene igre',
    'Galerija, sredina',
    'pobjeda timska sudjelovanje',
    'Sto dvadeset kutija. Ako ne možete odlučiti, kotač bira umjesto Vas i nema žalbe.',
  ),
  booth(
    'minijature',
    'Bojanje minijatura',
    'Galerija, uz prozor',
    'radionica rad sudjelovanje',
    'Kist s tri dlake i figurica visoka tri centimetra. Boje se suše deset minuta, ponos dulje.',
  ),
  booth(
    'strip',
    'Stripovnica',
    'Hala B, štand 2',
    'odgovor rad sudjelovanje',
    'Nacrtajte jednu stranicu u šest kvadrata. Najbolje vise na zidu do zatvaranja.',
  ),
  booth(
    'kostimi',
    'Kostimografija',
    'Hala B, štand 4',
    'kostim publika sudjelovanje',
    'Igla, konac i pištolj za vruće ljepilo za hitne slučajeve. Oklop od pjenaste gume popravljamo dok čekate.',
  ),
  booth(
    'foto',
    'Fotokutak',
    'Hala B, štand 5',
    'kostim timska sudjelovanje',
    'Tron, maglica i prozor svemirskog broda. Cijeli tim mora stati u kadar.',
  ),
  booth(
    'knjige',
    'Razmjena knjiga',
    'Hala B, štand 7',
    'odgovor zagonetka sudjelovanje',
    'Donesete jednu, odnesete jednu. Prva rečenica naslijepo donosi bodove, zadnja samo poštovanje.',
  ),
  booth(
    'pisanje',
    'Priča u sto riječi',
    'Hala B, štand 8',
    'rad publika sudjelovanje',
    'Zadana su tri pojma i pješčani sat. Sto i prva riječ se briše.',
  ),
  booth(
    'lego',
    'Graditeljski stol',
    'Hala B, štand 10',
    'rad rekord sudjelovanje',
    'Most od kockica preko metra praznine. Računa se teret koji izdrži, ne izgled, premda izgled volimo.',
  ),
  booth(
    'roboti',
    'Robotika',
    'Hala C, štand 1',
    'radionica pobjeda sudjelovanje',
    'Robot prati crtu koju Vi zalijepite na pod. Oštri zavoji su na vlastitu odgovornost.',
  ),
  booth(
    'lemljenje',
    'Lemilica',
    'Hala C, štand 2',
    'radionica bez_pomoci sudjelovanje',
    'Značka koja svijetli, sastavljena za dvadeset minuta. Lemilica je vruća s one strane za koju svi misle da nije.',
  ),
  booth(
    'printeri',
    'Treća dimenzija',
    'Hala C, štand 3',
    'radionica odgovor sudjelovanje',
    'Pet pisača koji tiskaju zmajeve. Zamrsi li se nit, zovite nas prije nego što povučete.',
  ),
  booth(
    'dronovi',
    'Letjelište',
    'Dvorište, mreža lijevo',
    'pobjeda rekord sudjelovanje',
    'Dron kroz pet obruča. Vjetar nije izgovor, ali ga upisujemo.',
  ),
  booth(
    'svemir',
    'Zvjezdarnica',
    'Dvorište, kupola',
    'odgovor zagonetka sudjelovanje',
    'Danju gledamo Sunce kroz filtar, navečer sve ostalo. Zviježđa se pogađaju bez aplikacije.',
  ),
  booth(
    'kemija',
    'Laboratorij',
    'Hala C, štand 5',
    'radionica odgovor sudjelovanje',
    'Tri pokusa koji smiju na stol i jedan koji ne smije, pa ga pokazujemo iza stakla.',
  ),
  booth(
    'sifre',
    'Šifrarnica',
    'Hala C, štand 6',
    'zagonetka bez_pomoci brzina',
    'Poruka, ključ i pola sata. Prva šifra popušta svima, četvrta gotovo nikome.',
  ),
  booth(
    'bijeg',
    'Soba za bijeg',
    'Hala C, iza zavjese',
    'tamnica bez_pomoci timska',
    'Petnaest minuta, jedna vrata i sat koji kuca preglasno. Pomoć postoji, ali se pamti.',
  ),
  booth(
    'luk',
    'Streljana',
    'Dvorište, mreža desno',
    'pobjeda rekord sudjelovanje',
    'Luk i strijele s gumenim vrhom, meta na deset koraka. Jabuku na glavi držimo samo na plakatu.',
  ),
  booth(
    'maceva',
    'Viteška škola',
    'Dvorište, travnjak',
    'radionica pobjeda sudjelovanje',
    'Mačevi od pjene, pravila od željeza. Prvo naučimo pasti, onda sve drugo.',
  ),
  booth(
    'kuhinja',
    'Kuhinja izmišljenih svjetova',
    'Dvorište, uz kafić',
    'odgovor radionica sudjelovanje',
    'Putni kruh, plavo mlijeko i juha koju pogađate po mirisu. Alergene pišemo običnim jezikom.',
  ),
]
