// Sign-in of a user to an exchange. The result is credentials and their accounts.

/** Values that the user entered or an OAuth flow returned. Encrypted in storage, never logged. */
export type Credentials = Record<string, string>

/** An option of a select. */
export interface SelectOption {
  value: string
  label: string
}

export interface SignInField {
  name: string
  label: string
  secret: boolean
  /** May be empty. */
  optional?: true
  /** Makes the field a select, with `defaultValue`. Other values are refused. Labels are not translated. */
  options?: readonly SelectOption[]
  /** The option that is selected initially. */
  defaultValue?: string
}

export interface SignIn {
  /** `oauth`: on the exchange's page, without fields. `wallet`: the page requests the address from the wallet. */
  scheme: 'credentials' | 'apiKey' | 'oauth' | 'wallet'
  fields: SignInField[]
  /** The server's outgoing addresses, for exchanges that bind a key to addresses: users allow them there. */
  serverAddresses?: readonly string[]
  /** For keys: the exchange's page where users create them. */
  keysUrl?: string
}

export type CodeKind = 'totp' | 'phone' | 'email'
export interface CodeMethod {
  kind: CodeKind
  /** Masked receiver such as `•• 42`, '' for an authenticator. */
  to: string
}

export interface ExchangeAccount {
  /**
   * The exchange's id of the account, prefixed by its site unless that is the default one. Unique among all users of all sites: the
   * lock on equal transfers and recovery after a later sign-in depend on it.
   */
  externalId: string
  name: string
}

export interface SignInRedirect {
  url: string
  state: string
}

/** `code` is '' if the user declined. */
export interface RedirectResponse {
  code: string
  /** The issuer, if the exchange states it (RFC 9207), else ''. */
  issuer: string
}

/** The state of a sign-in. `pending` is adapter state for the next step and is encrypted in storage. */
export type SignInResult =
  | {
      state: 'connected'
      credentials: Credentials
      accounts: ExchangeAccount[]
      /** False if the access cannot be renewed. */
      renewable: boolean
    }
  | { state: 'codeRequired'; pending: Credentials; kind: CodeKind; methods: CodeMethod[]; codeLength: number }
  | {
      /** The user has to confirm by a link in an e-mail or on a device. The state is polled. */
      state: 'waiting'
      pending: Credentials
      by: 'email' | 'device'
      /** Masked receiver, or the device's name. */
      sentTo: string
      /** The exchange's page for the confirmation; null if there is none. */
      url: string | null
      expiresInSeconds: number
    }
  | {
      /** The user signs in on the exchange's page, which redirects back with the input of `finishRedirect`. */
      state: 'redirect'
      pending: Credentials
      url: string
      expiresInSeconds: number
    }
  | {
      state: 'failed'
      reason:
        | 'signInRejected'
        | 'accountLocked'
        /** It may read, but not withdraw. */
        | 'missingExchangePermission'
        /** The key is bound to addresses that are not ours. */
        | 'keyAddressRefused'
        /** Another application uses the key in a way that makes it unsafe to use here. */
        | 'keyUsedElsewhere'
        /** The key requires a new code for every request, which a transfer in the background cannot provide. */
        | 'keyNeedsCodes'
        | 'codeExpired'
        | 'codeLocked'
        | 'confirmationExpired'
        | 'confirmationDeclined'
    }
  | { state: 'failed'; reason: 'codeWrong'; attemptsLeft: number }
  /** The key is unknown at the chosen site of the exchange. `site` is its label. */
  | { state: 'failed'; reason: 'keyNotFoundAtSite'; site: string }
