// External text: client names, user ids, account names and whatever else others write. Control characters, invisible characters,
// characters that reorder the text around them, line separators and lone surrogates are refused where text is accepted, and
// removed or escaped where it is shown. The hosted page removes the same characters (components/protocol/invisible-characters.ts).

const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Persian and Indic names, and many emoji, need the zero-width joiner and non-joiner. Neither reorders text. */
const joiners = /[\u200c\u200d]/g

/** For names and ids. */
export function isPlainText(text: string): boolean {
  return text.search(unseen) === -1
}

/** For text that a user types: plain text, with joiners. */
export function isTypedText(text: string): boolean {
  return isPlainText(text.replace(joiners, ''))
}

export function isUserId(text: string): boolean {
  return isPlainText(text) && /^.{1,300}$/u.test(text)
}

/** For pages, responses and messages. */
export function plainText(text: string): string {
  return text.replace(unseen, '')
}

/** For a terminal: an operator sees that the character exists. */
export function escapeText(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
