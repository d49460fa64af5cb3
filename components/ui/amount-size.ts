/** The style of an amount with its unit: as large as it may be with every digit in sight, on the smallest phone too. */
export function amountSize({ length }: string): string {
  return `font-size:min(54px,(min(100vw,420px) - 90px)/${length * 0.66 + 1.6})`
}
