// Tags (destination tag, memo, comment) attribute a deposit to a shared address. Their alphabets are narrow on purpose: a valid tag
// can be part of any request to any exchange without changing its meaning.

export interface TagRule {
  /** `required` where addresses are shared as a rule. */
  use: 'none' | 'optional' | 'required'
  /** Of a tag that is not empty. */
  isTag(text: string): boolean
}

export const noTag: TagRule = { use: 'none', isTag: () => false }

/** XRP Ledger: an unsigned number of 32 bits. For an address that needs no tag, any number works. */
export const xrpDestinationTag: TagRule = {
  use: 'required',
  isTag: (text) => /^(0|[1-9]\d{0,9})$/.test(text) && BigInt(text) < 2n ** 32n,
}

const tagText = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?$/

/** Stellar: an id or a text of up to 28 bytes, or a hash of 32 bytes in hexadecimal, distinguished by their form. */
export const stellarMemo: TagRule = {
  use: 'required',
  isTag: (text) => (tagText.test(text) && text.length <= 28) || /^[0-9a-f]{64}$/i.test(text),
}

/** TON: a comment. It is optional, because most addresses there are not shared. */
export const tonComment: TagRule = {
  use: 'optional',
  isTag: (text) => tagText.test(text) && text.length <= 100,
}
