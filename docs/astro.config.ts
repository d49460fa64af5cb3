// The documentation site. `npm run docs` writes the generated pages first, and then builds with this configuration.
import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import starlightLinksValidator from 'starlight-links-validator'
import starlightLlmsTxt from 'starlight-llms-txt'
import { codeBlocks } from './code-blocks.ts'
import { pageLinks } from './page-links.ts'
import { searchRanking } from './search-ranking.ts'
import { sidebar } from './sidebar.ts'
import { emptyHeaders, searchableNames, wideTables } from './tables.ts'

/** The address under which the site is published. `npm run docs` sets both variables. */
const siteUrl = process.env.DOCS_URL ?? ''
const { origin, pathname } = new URL(siteUrl)
const base = pathname.replace(/\/$/, '')

/** The sidebar begins at its first page. With hundreds of pages, the current one would be far below. */
const showCurrentPage = `
const sidebar = document.getElementById('starlight__sidebar')
const current = sidebar?.querySelector('[aria-current="page"]')
if (current) {
  const [outer, inner] = [sidebar.getBoundingClientRect(), current.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) sidebar.scrollTop += inner.top - outer.top - outer.height / 3
}`

export default defineConfig({
  // The sandbox creates links for the playground on this port.
  server: { port: Number(process.env.DOCS_PORT) },
  // It would cover the playground, whose Send button requires that nothing covers it.
  devToolbar: { enabled: false },
  site: origin,
  base: base || '/',
  trailingSlash: 'always',
  markdown: {
    // Quotes and dashes stay as they are written: an option begins with two hyphens.
    smartypants: false,
    processor: satteri({ mdastPlugins: [pageLinks(base)], hastPlugins: [wideTables, searchableNames, emptyHeaders] }),
  },
  integrations: [
    starlight({
      title: 'Transfer Link',
      description: 'Managed transfers of digital assets from exchange accounts and wallets, on a server that you run.',
      customCss: ['./src/styles/theme.css'],
      sidebar,
      head: [{ tag: 'script', attrs: { type: 'module' }, content: showCurrentPage }],
      pagefind: { ranking: searchRanking },
      credits: false,
      lastUpdated: false,
      pagination: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: {
        plugins: [codeBlocks],
        // The usage of a command has up to 140 columns.
        defaultProps: { frame: 'none', overridesByLang: { txt: { wrap: true } } },
        themes: ['github-dark-high-contrast', 'github-light-high-contrast'],
        styleOverrides: {
          borderRadius: '12px',
          borderColor: 'var(--sl-color-hairline)',
          codeBackground: 'var(--sl-color-bg-code)',
          codeFontSize: '0.8125rem',
          frames: { frameBoxShadowCssValue: 'none' },
        },
      },
      plugins: [
        starlightLinksValidator({ errorOnLocalLinks: false }),
        starlightLlmsTxt({
          projectName: 'Transfer Link',
          description:
            'Managed transfers of digital assets from exchange accounts and wallets to addresses that an app supplies. A REST service, a hosted transfer UI and a custom element, on a server that you run.',
          details: [
            `Coding assistants start with ${siteUrl}/skill.md.`,
            `The API is described by ${siteUrl}/openapi.json.`,
            `JSON Schemas: ${siteUrl}/schemas/events.schema.json, ${siteUrl}/schemas/link-messages.schema.json.`,
          ].join(' '),
          // Without line breaks, headings and lists would be lost.
          minify: { whitespace: false },
          customSelectors: { all: ['.sl-anchor-link'] },
          customSets: [
            {
              label: 'Integrate',
              paths: ['start/**', 'integrate/**', 'sandbox/**'],
              description: 'add transfers to an app',
            },
            { label: 'API', paths: ['api/*', 'api/webhooks/*'], description: 'requests, statuses, errors, webhooks' },
            { label: 'Errors', paths: ['errors/**'], description: 'what each errorType means and what to do' },
            { label: 'Operate', paths: ['operate/**'], description: 'run the server in production' },
          ],
          exclude: ['integrate/playground', 'errors/**', 'api/reference/**', 'operate/commands/**', 'contribute/**'],
        }),
      ],
    }),
  ],
})
