import type { texts as english } from './en.ts'

/** The texts of a language, complete. */
export type Texts = typeof english
