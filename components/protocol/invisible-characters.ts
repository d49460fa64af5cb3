/** Control and invisible characters, line separators, and characters that reorder text. A test compares them with the API's. */
export const invisibleCharacters = /[\p{C}\u2028\u2029]/gu
