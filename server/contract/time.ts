/** A day in UTC, or a time with its zone. `Date.parse` alone reads any text with digits, and times without a zone as those of the machine. */
const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Null for any other text. */
export function parseTime(text: string): Date | null {
  const time = pattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time)
}
