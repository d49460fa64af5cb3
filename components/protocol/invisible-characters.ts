/** Control and invisible characters, those that reorder text, line separators. The API refuses the same ones: a test compares them. */
export const invisibleCharacters = /[\p{C}\u2028\u2029]/gu
