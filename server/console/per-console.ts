import type { ConsoleDeps } from './console-deps.ts'

/** A value of each console, for example a cache. Endpoints are definitions without state. */
export function perConsole<Value>(create: (deps: ConsoleDeps) => Value): (deps: ConsoleDeps) => Value {
  const values = new WeakMap<ConsoleDeps, Value>()
  return (deps) => {
    const found = values.get(deps) ?? create(deps)
    values.set(deps, found)
    return found
  }
}
