// Where the site is published and where it is served here, by the rules of the server and of the sandbox.
import { defaultDocsPort, docsOrigin } from '../../sandbox/options.ts'
import { Variables } from '../../server/config-variables.ts'

interface SiteSettings {
  /** The address under which the site is published, without a slash at its end. */
  url: string
  /** The port of `npm run docs:dev`. */
  port: number
}

/** Throws an Error whose message names the variable and what it expects. */
export function readSiteSettings(env: NodeJS.ProcessEnv): SiteSettings {
  const origin = docsOrigin(env)
  const read = Variables.shape.DOCS_URL.safeParse(env.DOCS_URL || undefined)
  if (!read.success) throw new Error(`DOCS_URL ${read.error.issues[0]?.message}.`)
  return { url: read.data ?? origin, port: Number(env.DOCS_PORT || defaultDocsPort) }
}
