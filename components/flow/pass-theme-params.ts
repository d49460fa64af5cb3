// What the page's address says about looks and language, in the names that published clients of this API family use.

const wishes = ['th', 'lng', 'fiatCur', 'brand', 'look']

/** Says the same in another address. */
export function passWishes(query: URLSearchParams) {
  const asked = new URL(location.href).searchParams
  for (const name of wishes) if (asked.has(name)) query.set(name, asked.get(name) ?? '')
}
