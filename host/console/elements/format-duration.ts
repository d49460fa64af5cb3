const units: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** `45 seconds`, `2 minutes`, `1 hour 30 minutes`. Two units at most. */
export function formatDuration(seconds: number): string {
  const [first, second] = parts(Math.round(seconds))
  return [first ?? '0 seconds', second].filter((part) => part !== undefined).join(' ')
}

function parts(seconds: number): string[] {
  let rest = seconds
  const found: string[] = []
  for (const [name, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) found.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return found
}
