// The files for a script tag, under two URLs: that of the major version, which follows its releases, and that of the exact version,
// whose bytes never change, so that a page can use their hashes. integrity.json lists the hashes.

import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { fileSender } from '../http/send-static.ts'
import { version } from '../package-info.ts'
import type { HostedFiles } from './hosted-files.ts'
import type { RouteDeps } from './route-deps.ts'

export function mountScriptTagFiles(app: Hono<AppEnv>, { hosted, now }: RouteDeps): void {
  const sendFile = fileSender({ now })
  const sendCached = (caching: string) => async (context: AppContext) => {
    const name = context.req.param('name') ?? ''
    // A page with an integrity attribute requests the file by CORS, from any origin.
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    context.header('Cache-Control', caching)
    const bytes = name === 'integrity.json' ? Buffer.from(await integrityList(hosted)) : await hosted.script(name)
    return sendFile(context, bytes)
  }
  app.get('/v1/:name{[\\w.-]+}', sendCached('public, max-age=300'))
  app.get(`/v${version}/:name{[\\w.-]+}`, sendCached('public, max-age=31536000, immutable'))
}

/** The hash of each file, in the format of the `integrity` attribute. */
export async function integrityList(hosted: Pick<HostedFiles, 'script' | 'scripts'>): Promise<string> {
  const files: Record<string, string> = {}
  for (const name of await hosted.scripts()) {
    const bytes = await hosted.script(name)
    if (bytes !== null) files[name] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  }
  return `${JSON.stringify({ version, files }, null, 2)}\n`
}
