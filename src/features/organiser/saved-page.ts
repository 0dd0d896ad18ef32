/**
 * Makes an HTML file that opens from a disk: its policy allows no scripts and no requests. Escapes
 * nothing: the caller passes HTML and CSS.
 */
export function savedPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="hr" translate="no">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}
