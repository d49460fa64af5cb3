/** Small latencies differ from step to step, the same in every run, without a draw from the seed's own numbers. */
export function coin(step: number): number {
  return Math.imul(step ^ 0x5bd1e995, 0x85ebca6b) >>> 11
}
