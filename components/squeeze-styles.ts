import type { Plugin } from 'vite'

/** Takes the spaces out of css`` templates, which no minifier looks into. */
export function squeezeStyles(): Plugin {
  return {
    name: 'squeeze-styles',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.ts') && code.includes('css`')
        ? code.replace(/\bcss`[^`$]*`/g, (style) =>
            style
              .replace(/\/\*.*?\*\//gs, '')
              .replace(/\s+/g, ' ')
              .replace(/ ?([{};,]) ?/g, '$1')
              .replace(/([\w)-]): /g, '$1:'),
          )
        : null,
  }
}
