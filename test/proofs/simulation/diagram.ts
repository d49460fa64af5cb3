/** The state diagram, written separately from the engine's. */
export const moves: Record<string, readonly string[]> = {
  '': ['Submitting'],
  Submitting: ['Submitting', 'Submitted', 'Unknown', 'Rejected', 'NotSent', 'RequiresAction', 'Abandoned'],
  RequiresAction: ['RequiresAction', 'Submitting', 'Abandoned'],
  Unknown: ['Unknown', 'Submitted', 'NotSent', 'Rejected', 'RequiresAction', 'Abandoned'],
  Submitted: ['Submitted', 'Confirming', 'Returned', 'Canceled', 'Succeeded'],
  Confirming: ['Confirming', 'Succeeded', 'Returned', 'Canceled'],
}
export const failed = new Set(['Rejected', 'NotSent', 'Returned', 'Canceled', 'Abandoned'])
/** Allowed, but too rare for every run: the storage fails for one process and works for another. */
const rare = new Set(['Unknown > Rejected', 'Unknown > RequiresAction', 'Unknown > Abandoned'])
export const transitions = Object.entries(moves)
  .flatMap(([from, all]) => all.filter((to) => to !== from && from !== '').map((to) => `${from} > ${to}`))
  .filter((transition) => !rare.has(transition))
