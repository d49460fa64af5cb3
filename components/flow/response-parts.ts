// Parts of several responses of the server.

import type { CodeKind } from '../texts/text-values.ts'

/** An icon, or a letter on a colour in its place. */
export interface Mark {
  letter: string
  color: string
  /** The path of the icon. */
  icon?: string | undefined
}

export interface SelectOption {
  value: string
  label: string
}

/** A field that an integration or a legal requirement declares. */
export interface DeclaredField {
  name: string
  label: string
  secret?: boolean
  optional?: boolean | undefined
  /** The options of a select. */
  options?: SelectOption[] | undefined
  defaultValue?: string | undefined
}

/** Legally required data before a transfer. Values are text: `true` or `false` for a checkbox, the code for a country. */
export interface TravelRuleField extends DeclaredField {
  kind: 'text' | 'select' | 'country' | 'checkbox'
  required: boolean
  /** Required if that field has this value, otherwise not shown. */
  requiredIf?: { field: string; value: string } | null
  options: SelectOption[]
  maxLength: number | null
}

/** The known facts about a required code. */
export interface CodeFacts {
  codeLength?: number | null
  /** The masked recipient of the code, empty for an authenticator. */
  codeSentTo?: string | null
  codeMethods?: { kind: CodeKind; to: string }[] | null
  attemptsLeft?: number | null
}
