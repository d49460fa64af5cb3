interface Filter {
  name: string
}

/** The request for a list with the filters of the page's address, which have the same names. */
export function pathWithFilters(path: string, query: URLSearchParams, fields: readonly Filter[]): string {
  const used = fields.flatMap(({ name }) => (query.get(name) ? [[name, query.get(name) ?? '']] : []))
  return used.length === 0 ? path : `${path}?${new URLSearchParams(used)}`
}
