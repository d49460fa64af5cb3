// What <transfer-link> takes in the templates of frameworks, for their types alone.

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

/** Its properties and attributes, with a listener for each of its events under the prefix that a framework has for them. */
export type ElementProps<Prefix extends string> = ElementProperties & {
  'fiat-currency'?: string
  'brand-color'?: string
  'client-id'?: string
} & { [Name in keyof TransferLinkEvents as `${Prefix}${Name}`]?: (event: TransferLinkEvents[Name]) => void }
