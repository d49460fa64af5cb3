/** Saves a text as a file on the user's device. */
export function saveText(name: string, text: string) {
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
