/** The font size of an amount: as large as possible with every digit visible on the smallest phone. */
export function amountSize({ length }: string): string {
  return `font-size:min(54px,(min(100vw,420px) - 90px)/${length * 0.66 + 1.6})`
}
