import { texts } from '../texts/texts.ts'

/** Its name, with a word where no chain stands behind it: in the sandbox only. */
export function shownNetwork(name: string, isSimulated: boolean | undefined): string {
  return isSimulated ? texts.sandbox.simulated(name) : name
}
