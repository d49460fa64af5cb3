// The header Retry-After of a receiver's response: seconds, or a date in one of the three forms of RFC 9110, 5.6.7. Date.parse alone reads
// almost any text with digits: `in 3600` is the first day of the year 3600.

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const time = String.raw`\d\d:\d\d:\d\d`
const dateForms = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, \d\d ${month} \d{4} ${time} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]+day, \d\d-${month}-\d\d ${time} GMT$`),
]
/** In UTC, which the text does not say. */
const asctimeForm = new RegExp(String.raw`^[A-Z][a-z]{2} ${month} [ \d]\d ${time} \d{4}$`)

/** Returns seconds without an upper limit (see `retryAfterMs`). Undefined if the header is missing or has another form. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = dateOf(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1_000))
}

function dateOf(text: string): number {
  if (asctimeForm.test(text)) return Date.parse(`${text} GMT`)
  return dateForms.some((form) => form.test(text)) ? Date.parse(text) : Number.NaN
}
