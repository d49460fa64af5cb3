import { notation } from './notation.ts'

const readsAgainst = { ltr: /[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufeff]/, rtl: /./ }

/** A name in the other direction must not reorder the sentence. Unicode isolates do for plain text what `<bdi>` does. */
export function isolate(name: string): string {
  return readsAgainst[notation.direction].test(name) ? `\u2068${name}\u2069` : name
}
