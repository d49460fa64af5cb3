// The key of `npm run try-exchange`: from the environment, from standard input, or from a prompt that shows nothing.
// Never from the command line, which other processes of the machine can read.
import type { Credentials, SignIn, SignInField } from '../../server/exchanges/exchange.ts'

export const variablePrefix = 'TRY_EXCHANGE_'

/** Of an exchange that signs in on its own page, the access token. */
export function fieldsOf({ scheme, fields }: SignIn): readonly SignInField[] {
  return scheme === 'oauth' ? [{ name: 'accessToken', label: 'Access token', secret: true }] : fields
}

export function variableOf({ name }: SignInField): string {
  return variablePrefix + name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}

/** Throws an Error with a sentence for the user, without any value. */
export async function readCredentials(fields: readonly SignInField[]): Promise<Credentials> {
  const variables = fields.filter((field) => process.env[variableOf(field)])
  const given =
    variables.length > 0
      ? Object.fromEntries(variables.map((field) => [field.name, process.env[variableOf(field)] ?? '']))
      : process.stdin.isTTY
        ? await promptFor(fields)
        : parseInput(await readAll(process.stdin))
  for (const field of fields) {
    if (!given[field.name] && field.optional !== true && field.defaultValue === undefined) {
      throw new Error(`${field.label} is missing: set ${variableOf(field)}, or "${field.name}" in the JSON of stdin.`)
    }
  }
  return Object.fromEntries(fields.flatMap(({ name }) => (given[name] ? [[name, given[name] ?? '']] : [])))
}

function parseInput(text: string): Record<string, string> {
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

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const part of input) text += part
  return text
}

async function promptFor(fields: readonly SignInField[]): Promise<Record<string, string>> {
  const given: Record<string, string> = {}
  for (const { name, label, optional, options, defaultValue } of fields) {
    const choice = options === undefined ? '' : ` (${options.map(({ value }) => value).join(', ')})`
    const hint = optional === true || defaultValue !== undefined ? ' (may be empty)' : ''
    given[name] = await promptSilently(`${label}${choice}${hint}: `)
  }
  return given
}

/** Raw mode, so that the terminal shows no character. */
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
