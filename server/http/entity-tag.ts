/** Whether an If-None-Match names the tag. The comparison is the weak one, as RFC 9110 has it for this header. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((entry) => ['*', tag, `W/${tag}`].includes(entry.trim()))
}
