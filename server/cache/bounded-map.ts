/** A map with at most `maximumEntries` entries. When it is full, a new key displaces the one that was set the longest time ago. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maximumEntries: number

  constructor(maximumEntries: number) {
    super()
    this.#maximumEntries = maximumEntries
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    if (this.size >= this.#maximumEntries) {
      for (const oldest of this.keys()) {
        this.delete(oldest)
        break
      }
    }
    return super.set(key, value)
  }
}
