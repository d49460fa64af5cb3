// Real exchanges use fewer decimals than some coins have, and write all of them.

/** Cut, not rounded, so that it never exceeds the balance. */
export function fixedDecimals(units: bigint, decimals: number, places: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).padEnd(places, '0')
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`
}
