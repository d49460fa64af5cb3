// Console warnings for a site's developer, each with what to change. Loaded when something is wrong. None contains the link's URL,
// which has a one-time code. Imports nothing: a module that the element also imports would become a second file to load.

export function warnAboutLink(url: string): void {
  warn(
    /^https?:/.test(url) && URL.canParse(url)
      ? `server must be ${new URL(url).origin}, the origin of the link.`
      : 'openPopup() needs the iFrameUrl of the response to cataloglink.',
  )
}

/** `origin` is the server's. */
export function warnAboutPage(trouble: 'blocked' | 'unanswered', origin: string): void {
  const site = `${location.origin}/`
  warn(
    trouble === 'blocked'
      ? `The security policy of this page must allow frame-src ${origin}.`
      : `${origin} did not respond, or ${site} is not a callback URL of this client. To add it: transfer-link callback add <client> ${site}`,
  )
}

function warn(sentence: string): void {
  console.warn(`<transfer-link>: ${sentence}`)
}
