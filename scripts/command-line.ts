// Parses the arguments of a script. --help prints the usage, and an unknown argument ends the script with a message.
import { type ParseArgsConfig, parseArgs } from 'node:util'

const words = process.argv.slice(2)

/** Returns the arguments, or exits: 0 after --help, 2 for wrong usage. */
export function readCommandLine<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The first sentence names the problem. The others explain dashes.
    return refuse(`${error.message.split(/\.(?:\s|$)|\n/)[0]}.`, usage)
  }
}

/** Parses a whole number of at least `least`. `option` is its name in the error message. */
export function wholeNumber(
  text: string,
  { option, usage, least = 0 }: { option: string; usage: string; least?: number },
): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(number) && number >= least) return number
  return refuse(`${option} must be a whole number of at least ${least}, not "${text}".`, usage)
}

/** Checks that `text` is one of the names. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  { text, what, usage }: { text: string; what: string; usage: string },
): Name {
  const name = names.find((each) => each === text)
  return name ?? refuse(`Unknown ${what} "${text}". Use one of: ${names.join(', ')}.`, usage)
}

export function refuse(sentence: string, usage: string): never {
  console.error(`${sentence}\n\n${usage}`)
  process.exit(2)
}
