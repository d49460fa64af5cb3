// Redacts a response, so that it identifies no user, account or payment: each letter and digit of a text or number is replaced by
// another one, except in fields whose values are words of the exchange.
import { randomInt } from 'node:crypto'

/** Fields whose values are words of the exchange: assets, networks, states, permissions and error codes. */
const wordFields = new Set([
  ...['aclass', 'asset', 'coin', 'ccy', 'currency', 'symbol', 'pair', 'base', 'target'],
  ...['chain', 'chainId', 'chainType', 'network', 'network_name', 'networkList', 'method', 'supported_networks'],
  ...['status', 'state', 'status-prop', 'type', 'limit_type', 'dest', 'permissions', 'permission', 'perm', 'scopes'],
  ...['code', 'retCode', 'error', 'success'],
])
const maxItems = 20

/** Returns JSON text. Lists are cut after 20 items. */
export function redact(text: string): string {
  const replacements = new Map<string, string>()
  const scramble = (value: string) => {
    const found = replacements.get(value) ?? scrambled(value)
    replacements.set(value, found)
    return found
  }
  return JSON.stringify(redactValue(parseWithNumbers(text), '', scramble), null, 1)
}

class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** Parses numbers as texts. Text that is not JSON is one string. */
function parseWithNumbers(text: string): unknown {
  const reviver: Reviver = (_key, value, { source = '' }) =>
    typeof value === 'number' ? new NumberText(source) : value
  try {
    return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
  } catch {
    return text
  }
}

function redactValue(value: unknown, field: string, scramble: (text: string) => string): unknown {
  if (value instanceof NumberText) return rawJson(wordFields.has(field) ? value.text : scramble(value.text))
  if (typeof value === 'string') return wordFields.has(field) && isWord(value) ? value : scramble(value)
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => redactValue(item, field, scramble))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isWord(name) ? name : scramble(name),
      redactValue(inner, name, scramble),
    ]),
  )
}

/** Longer texts, and texts with many digits, may be an id or an address even in a field of words. */
function isWord(text: string): boolean {
  return text.length <= 48 && (text.match(/\d/g) ?? []).length <= 8
}

function scrambled(text: string): string {
  return text.replaceAll(/[1-9a-zA-Z]/g, (character) => {
    if (/[1-9]/.test(character)) return String(randomInt(1, 10))
    // `e` in a number is its exponent.
    if (/^-?[\d.]+e[+-]?\d+$/i.test(text)) return character
    return String.fromCharCode((/[a-z]/.test(character) ? 97 : 65) + randomInt(26))
  })
}
