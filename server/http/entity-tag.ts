/** Whether an If-None-Match names the tag. The comparison is weak, as RFC 9110 requires for this header. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((entry) => ['*', tag, `W/${tag}`].includes(entry.trim()))
}
