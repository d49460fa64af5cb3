// Brand colour, radius and font. Each control sets the fields of one attribute or of several tokens.
import { plainColor } from '../../../../components/ui/theme-params.ts'
import type { Theme } from './contrast-report.ts'
import { showContrast } from './contrast-table.ts'
import { find } from './find.ts'
import type { Settings } from './print-code.ts'
import type { SettingsForm } from './settings-form.ts'

/** The differences to the radius of fields and rows, as in the default theme. */
const radii = { '--tl-radius-s': -2, '--tl-radius-m': 0, '--tl-radius-l': 2, '--tl-radius': 8 }
/** The hosted page ignores larger ones. */
const largestRadius = 28
const fontToken = '--tl-font-family'

export interface ThemeBuilder {
  /** Shows what the fields have, and the contrast. */
  show(settings: Settings): void
}

interface BuilderHost {
  form: SettingsForm
  /** While the user chooses a value. */
  changing(): void
  changed(): void
}

export function themeBuilder(root: HTMLElement, { form, changing, changed }: BuilderHost): ThemeBuilder {
  const brand = find<HTMLInputElement>(root, '[data-builder="brand"]')
  const radius = find<HTMLInputElement>(root, '[data-builder="radius"]')
  const font = find<HTMLSelectElement>(root, '[data-builder="font"]')
  const table = find<HTMLTableElement>(root, '[data-contrast]')
  const shown = (name: string) => find(root, `[data-shown="${name}"]`)

  brand.addEventListener('input', () => {
    form.set('brand-color', brand.value)
    changing()
  })
  radius.addEventListener('input', () => {
    for (const [name, difference] of Object.entries(radii))
      form.set(name, `${Math.min(largestRadius, Math.max(0, radius.valueAsNumber + difference))}px`)
    changing()
  })
  for (const control of [brand, radius]) control.addEventListener('change', changed)
  font.addEventListener('change', () => {
    form.set(fontToken, font.value)
    changed()
  })
  find(root, '[data-reset]').addEventListener('click', () => {
    for (const name of ['brand-color', fontToken, ...Object.keys(radii)]) form.set(name, '')
    changed()
  })

  return {
    show(settings) {
      const hex = hexOf(form.valueOf('brand-color'))
      brand.value = hex || brand.defaultValue
      shown('brand').textContent = hex || 'Default'
      const pixels = /^(\d+)px$/.exec(form.valueOf('--tl-radius-m'))?.[1]
      radius.value = pixels ?? radius.defaultValue
      shown('radius').textContent = form.valueOf('--tl-radius-m') || 'Default'
      const family = form.valueOf(fontToken)
      // Another font is in the field of its token.
      font.selectedIndex = Math.max(
        0,
        [...font.options].findIndex(({ value }) => value === family),
      )
      showContrast(table, themeOf(settings))
    },
  }
}

function themeOf({ attributes, tokens }: Settings): Theme {
  const valueIn = (name: string) => attributes.find((each) => each.name === name)?.value ?? ''
  const prefix = '--tl-color-'
  const colors = tokens
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, value }) => [name.slice(prefix.length), plainColor(value)] as const)
  return { theme: valueIn('theme'), brand: plainColor(valueIn('brand-color')), colors: new Map(colors) }
}

function hexOf(color: string): string {
  const hex = plainColor(color)
  return hex === '' ? '' : `#${hex}`
}
