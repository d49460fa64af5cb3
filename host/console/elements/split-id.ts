/** The middle is hidden. It is empty if hiding it would save little. */
export function splitId(text: string): [start: string, middle: string, end: string] {
  const startLength = text.startsWith('0x') ? 8 : 6
  if (text.length <= startLength + 8) return [text, '', '']
  return [text.slice(0, startLength), text.slice(startLength, -4), text.slice(-4)]
}
