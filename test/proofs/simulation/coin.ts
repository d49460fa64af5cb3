/** Small latencies that differ between steps and are the same in every run, without drawing from the seed. */
export function coin(step: number): number {
  return Math.imul(step ^ 0x5bd1e995, 0x85ebca6b) >>> 11
}
