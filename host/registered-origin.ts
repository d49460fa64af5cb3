/** The origin of the site that may embed the page, from the server. Empty if there is none. */
export function registeredOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="transfer-link-origin"]')?.content ?? ''
}
