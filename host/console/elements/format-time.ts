// Times in UTC, as the logs and the command line have them.

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `28 Nov 2026, 14:02:11 UTC` */
export function exactTime(iso: string): string {
  return `${calendar.format(new Date(iso))}, ${iso.slice(11, 19)} UTC`
}

/** `3 minutes ago`, `in 2 days`. After a month the date. */
export function relativeTime(iso: string, now: number): string {
  const distanceMs = Date.parse(iso) - now
  if (Math.abs(distanceMs) > 30 * 86_400_000) return calendar.format(new Date(iso))
  const [unit, ms] = units.find(([, each]) => Math.abs(distanceMs) >= each) ?? ['second', 1_000]
  return relative.format(Math.trunc(distanceMs / ms), unit)
}

/** How long until the relative time can change. */
export function relativeTimeLasts(iso: string, now: number): number {
  const distance = Math.abs(Date.parse(iso) - now)
  if (distance < 60_000) return 1_000
  return distance < 3_600_000 ? 15_000 : 300_000
}
