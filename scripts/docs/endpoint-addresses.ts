// The addresses of generated pages.
import type { Endpoint } from '../../server/contract/endpoint.ts'

export const endpointSlug = (id: string): string => `api/reference/${id}`
export const errorSlug = (type: string): string => `errors/${type}`
export const webhookSlug = (type: string): string => `api/webhooks/${type.replace('.', '-')}`
export const commandSlug = (name: string): string => `operate/commands/${name.replace(' ', '-')}`

/** `POST /api/v1/links/{linkId}/tokens` */
export function callOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
}
