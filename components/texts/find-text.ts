/** The text with this name, or null. The name may come from outside. */
export function findText(section: object, name: string | null | undefined): string | null {
  const found: unknown = Object.hasOwn(section, name ?? '') ? section[name as keyof typeof section] : null
  return typeof found === 'string' ? found : null
}
