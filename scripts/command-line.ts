// How a command reads its words: --help prints its usage and ends it, and a word it does not know ends it with a sentence.
import { type ParseArgsConfig, parseArgs } from 'node:util'

const words = process.argv.slice(2)

/** Answers what was asked for, or ends the process: 0 after --help, 2 when something is not understood. */
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
    // Its first sentence says what is wrong; the others are about the use of dashes.
    return refuse(`${error.message.split(/\.(?:\s|$)|\n/)[0]}.`, usage)
  }
}

/** A whole number of at least `least`; `option` is its name, for the sentence when it is none. */
export function wholeNumber(text: string, option: string, usage: string, least = 0): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(number) && number >= least) return number
  return refuse(`${option} takes a whole number from ${least} up, and "${text}" is none.`, usage)
}

/** One of the names there are. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  text: string,
  what: string,
  usage: string,
): Name {
  const name = names.find((each) => each === text)
  return name ?? refuse(`There is no ${what} "${text}". There are: ${names.join(', ')}.`, usage)
}

export function refuse(sentence: string, usage: string): never {
  console.error(`${sentence}\n\n${usage}`)
  process.exit(2)
}
