/** The diagram once more, written down apart from the engine's. */
export const moves: Record<string, readonly string[]> = {
  '': ['Submitting'],
  Submitting: ['Submitting', 'Submitted', 'Unknown', 'Rejected', 'NotSent', 'RequiresAction', 'Abandoned'],
  RequiresAction: ['RequiresAction', 'Submitting', 'Abandoned'],
  Unknown: ['Unknown', 'Submitted', 'NotSent', 'Rejected', 'RequiresAction', 'Abandoned'],
  Submitted: ['Submitted', 'Confirming', 'Returned', 'Canceled', 'Succeeded'],
  Confirming: ['Confirming', 'Succeeded', 'Returned', 'Canceled'],
}
export const failed = new Set(['Rejected', 'NotSent', 'Returned', 'Canceled', 'Abandoned'])
/** Allowed, and too rare to be met in every run: the storage of one process fails while another one's does not. */
const rare = new Set(['Unknown > Rejected', 'Unknown > RequiresAction', 'Unknown > Abandoned'])
export const transitions = Object.entries(moves)
  .flatMap(([from, all]) => all.filter((to) => to !== from && from !== '').map((to) => `${from} > ${to}`))
  .filter((transition) => !rare.has(transition))
