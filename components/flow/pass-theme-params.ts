// The theme, language and layout parameters in the page's URL. The first five have the names that published clients of this API family use.

const params = ['th', 'lng', 'fiatCur', 'brand', 'look', 'layout']

/** Copies the parameters to another URL. */
export function passThemeParams(query: URLSearchParams) {
  const current = new URL(location.href).searchParams
  for (const name of params) if (current.has(name)) query.set(name, current.get(name) ?? '')
}
