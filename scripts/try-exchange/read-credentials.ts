// Reads the key for `npm run try-exchange` from the environment, from standard input, or from a prompt without echo. The command
// line is never used, because other processes of the machine can read it.
import type { Credentials, SignIn, SignInField } from '../../server/exchanges/sign-in.ts'

export const variablePrefix = 'TRY_EXCHANGE_'

/** The fields of the sign-in. With OAuth, the only field is an access token. */
export function fieldsOf({ scheme, fields }: SignIn): readonly SignInField[] {
  return scheme === 'oauth' ? [{ name: 'accessToken', label: 'Access token', secret: true }] : fields
}

function variableOf({ name }: SignInField): string {
  return variablePrefix + name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}

/** The possible sources of a key. On a terminal, a prompt replaces the input. */
export interface KeySource {
  environment: Readonly<Record<string, string | undefined>>
  input: AsyncIterable<unknown>
  isTerminal: boolean
}

type Source = 'environment' | 'prompt' | 'input'

/** Throws an Error with a message for the user. The message contains no value of a field. */
export async function readCredentials(
  fields: readonly SignInField[],
  { environment, input, isTerminal }: KeySource,
): Promise<Credentials> {
  const variables = fields.filter((field) => environment[variableOf(field)])
  const source: Source = variables.length > 0 ? 'environment' : isTerminal ? 'prompt' : 'input'
  const values =
    source === 'environment'
      ? Object.fromEntries(variables.map((field) => [field.name, environment[variableOf(field)] ?? '']))
      : source === 'prompt'
        ? await promptFor(fields)
        : parseInput(await readAll(input), fields)
  for (const field of fields) {
    const value = values[field.name]
    if (!value && isRequired(field)) throw new Error(missingMessage(field, source))
    const choices = field.options?.map((option) => option.value)
    if (value && choices?.includes(value) === false) {
      throw new Error(`${field.label} must be one of ${choices.join(', ')}.`)
    }
  }
  return Object.fromEntries(fields.flatMap(({ name }) => (values[name] ? [[name, values[name] ?? '']] : [])))
}

function isRequired({ optional, defaultValue }: SignInField): boolean {
  return optional !== true && defaultValue === undefined
}

function missingMessage(field: SignInField, source: Source): string {
  const missing = `${field.label} is missing`
  if (source === 'prompt') return `${missing}.`
  if (source === 'input') return `${missing}: add "${field.name}" to the JSON object on standard input.`
  const unread = `Standard input is not read while a ${variablePrefix} variable is set.`
  return `${missing}: set ${variableOf(field)}. ${unread}`
}

function parseInput(text: string, fields: readonly SignInField[]): Record<string, string> {
  if (text.trim() === '') {
    const required = fields.filter(isRequired)
    const variables = required
      .map(variableOf)
      .join(' and ')
      .replaceAll(/ and (?=.* and )/g, ', ')
    const [first] = required
    const example = `{"${first?.name}": "…"}`
    throw new Error(
      `No key was provided. Set ${variables}, or pass one JSON object such as ${example} on standard input.`,
    )
  }
  const sentence = 'Standard input must be one JSON object of texts, such as {"apiKey": "…", "apiSecret": "…"}.'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(sentence)
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || Object.values(value as object).some((each) => typeof each !== 'string')) throw new Error(sentence)
  return value as Record<string, string>
}

async function readAll(input: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const part of input) text += part
  return text
}

async function promptFor(fields: readonly SignInField[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { name, label, optional, options, defaultValue } of fields) {
    const choice = options === undefined ? '' : ` (${options.map(({ value }) => value).join(', ')})`
    const hint = optional === true || defaultValue !== undefined ? ' (may be empty)' : ''
    values[name] = await promptSilently(`${label}${choice}${hint}: `)
  }
  return values
}

/** Uses raw mode, so that the terminal shows no character. */
function promptSilently(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve) => {
    let text = ''
    const end = () => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (data: Buffer | string) => {
      for (const character of String(data)) {
        if (character === '\u0003') {
          end()
          process.exit(130)
        }
        if (character === '\r' || character === '\n') {
          end()
          resolve(text)
          return
        }
        text = character === '\u007f' ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', read)
  })
}
