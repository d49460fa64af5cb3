// Sites of an exchange, such as one for the European Union. An account exists at one site only: every other site returns that the
// key is unknown. So the user chooses the site, which is stored with the credentials.

import { ExchangeFailure } from '../exchange-failure.ts'
import type { Credentials, SignInField } from '../sign-in.ts'

export interface Site {
  /** Stored with the account: never changed once it was released. */
  value: string
  /** The site's name, such as its domain. Not translated. */
  label: string
  baseUrl: string
  /** Sent with every request to this site. */
  headers?: Readonly<Record<string, string>>
}

/** The first site is the default, and the site of every account that was stored without one. */
export type Sites = readonly [Site, ...Site[]]

const siteFieldName = 'site'

export function siteField(sites: Sites): SignInField {
  return {
    name: siteFieldName,
    label: 'Site of your account',
    secret: false,
    options: sites.map(({ value, label }) => ({ value, label })),
    defaultValue: sites[0].value,
  }
}

/** Throws `signInEnded` for a site that no longer exists: another site does not know the key. */
export function siteOf(sites: Sites, { [siteFieldName]: value = '' }: Credentials): Site {
  const site = value === '' ? sites[0] : sites.find((each) => each.value === value)
  if (site === undefined) throw new ExchangeFailure('signInEnded')
  return site
}
