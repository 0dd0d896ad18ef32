import { escapeHtml } from '#texts/escape-html'
import { counted, nouns } from '#texts/nouns'
import { prizeTexts } from '#texts/printed'
import type { Winner } from './prize-winners'

/** In mm, so that a page is A4 on every printer. A team is not torn apart by the end of a page. */
const STYLE = `
@page { size: A4; margin: 15mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 4.2mm/1.35 system-ui, sans-serif }
main { max-width: 180mm; margin: 0 auto }
h1 { font-size: 8mm; line-height: 1.2 }
header { margin-bottom: 6mm }
section { break-inside: avoid; border-top: .4mm solid #000; padding: 3mm 0 6mm }
h2 { font-size: 6mm; line-height: 1.2; overflow-wrap: anywhere }
.place { font-weight: 600 }
table { width: 100%; margin-top: 2mm; border-collapse: collapse }
th, td { padding: .8mm 3mm .8mm 0; border-bottom: .2mm solid #999; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { font-weight: 400 }
td:first-child { width: 55% }
td.number { white-space: nowrap }
tr.captain td { font-weight: 600 }
@media screen { main { margin: 6mm auto; padding: 0 4mm } }`

function drawTeam({ place, shared, teamName, points, captain, members }: Winner): string {
  const row = ({ name, mobile }: Winner['captain'], is: 'captain' | 'member') =>
    `<tr class="${is}"><td>${escapeHtml(name)}</td><td class="number">${escapeHtml(mobile)}</td><td>${is === 'captain' ? prizeTexts.captain : ''}</td></tr>`
  return `<section><p class="place">${prizeTexts.place(place)}${shared ? ` · ${prizeTexts.shared}` : ''} · ${counted(points, nouns.point)}</p>
<h2>${escapeHtml(teamName)}</h2>
<table>${row(captain, 'captain')}${members.map((member) => row(member, 'member')).join('')}</table></section>`
}

/** A standalone HTML file of the teams that get a prize, with whom to call. */
export function prizePage(winners: readonly Winner[], at: Date): string {
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${prizeTexts.title}</title>
<style>${STYLE}</style></head><body>
<main><header><h1>${prizeTexts.title}</h1><p>${prizeTexts.asOf(at)} · ${counted(winners.length, nouns.team)}</p></header>
${winners.map(drawTeam).join('\n')}</main>
</body></html>
`
}
