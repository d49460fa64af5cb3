// The page after a sign-in at another site. The browser sends the session's cookie (SameSite=Strict) only with requests that begin at a
// page of the console, so the redirect of the identity provider ends here, and this page continues. It has no script.

interface ReturnPage {
  /** An address of the console. */
  returnTo: string
  /** The operator's role, if it has changed. The operator reads it before going on. */
  role: { from: string; to: string } | null
}

export function returnPage({ returnTo, role }: ReturnPage): string {
  const address = escapeHtml(returnTo)
  const refresh = role === null ? `<meta http-equiv="refresh" content="0; url=${address}">` : ''
  const text = role === null ? '' : `<p>Your role has changed from ${role.from} to ${role.to}.</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Signed in</title>
${refresh}
</head>
<body>
<main>
<h1>Signed in</h1>
${text}
<p><a href="${address}">Continue to the console</a></p>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
