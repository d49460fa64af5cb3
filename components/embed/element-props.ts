// The types of <transfer-link> in the templates of frameworks.

import type { TransferLink, TransferLinkEvents } from './transfer-link.ts'

/** The element's properties. */
export type ElementProperties = Partial<
  Pick<
    TransferLink,
    | 'url'
    | 'accessTokens'
    | 'messages'
    | 'theme'
    | 'layout'
    | 'open'
    | 'locale'
    | 'fiatCurrency'
    | 'brandColor'
    | 'server'
    | 'clientId'
  >
>

/** The properties and attributes, with one listener per event under the framework's prefix. */
export type ElementProps<Prefix extends string> = ElementProperties & {
  'fiat-currency'?: string
  'brand-color'?: string
  'client-id'?: string
} & { [Name in keyof TransferLinkEvents as `${Prefix}${Name}`]?: (event: TransferLinkEvents[Name]) => void }
