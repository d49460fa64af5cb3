import { isUuid } from '../contract/ids.ts'
import { escapeText, isPlainText } from '../contract/plain-text.ts'

/** Why a name cannot be used. Null if it can. Names are shown in terminals and pages, and commands accept a name or an id. */
export function clientNameFault(name: string): string | null {
  if (isUuid(name.trim())) return 'A name cannot look like an id. The command "client create" sets the id with --id.'
  if (isPlainText(name)) return null
  return `The name ${escapeText(name)} contains control, invisible or direction characters. Remove them.`
}
