export function find<Found extends HTMLElement = HTMLElement>(root: HTMLElement, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (found === null) throw new Error(`The playground has no ${selector}.`)
  return found
}
