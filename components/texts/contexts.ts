// The texts and the locale, provided by the flow to every element inside it.

import { createContext } from '@lit/context'
import type { Texts } from './texts.ts'

export const textsContext = createContext<Texts>(Symbol('texts'))
/** A BCP 47 tag, for numbers and times. */
export const localeContext = createContext<string>(Symbol('locale'))
