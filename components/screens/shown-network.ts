import { texts } from '../texts/texts.ts'

/** The network's name, marked as simulated if it has no real chain (sandbox only). */
export function shownNetwork(name: string, isSimulated: boolean | undefined): string {
  return isSimulated ? texts.sandbox.simulated(name) : name
}
