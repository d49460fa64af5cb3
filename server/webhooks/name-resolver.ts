// Resolves the names of receivers: from /etc/hosts, or by queries to the name servers with the search domains, as the system does. Never
// by dns.lookup, which occupies a thread until the name server responds. A process has two threads for all of its lookups, so a client's
// silent name server would stop the connections to exchanges.

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

interface ResolverSettings {
  /** Less than a connection may take, so that a name whose AAAA query gets no response can still be reached over IPv4. */
  limitMs?: number
  /** For tests, as the next two. */
  hostsFile?: string
  configurationFile?: string
  /** Otherwise those of the system. */
  servers?: readonly string[]
}

const tryMs = 1_000

/** Rejects if there is no address, with the code ETIMEDOUT if there is none within `limitMs`. */
export function nameResolver({
  limitMs = 3_000,
  hostsFile = '/etc/hosts',
  configurationFile = '/etc/resolv.conf',
  servers,
}: ResolverSettings = {}): Resolve {
  return async (hostname) => {
    const name = hostname.replace(/\.$/, '')
    const listed = listedAddresses(await textOf(hostsFile), name)
    if (listed.length > 0) return listed
    if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1'].map(toAddress)
    const resolver = new Resolver({ timeout: tryMs })
    if (servers !== undefined) resolver.setServers(servers)
    return queriedAddresses(resolver, { names: namesToQuery(hostname, await textOf(configurationFile)), limitMs })
  }
}

/** Such a file is optional. */
async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) }
}

function listedAddresses(hosts: string, name: string): LookupAddress[] {
  const lines = hosts.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) => (names.includes(name) ? [toAddress(address)] : []))
}

/** In the order of resolv.conf(5). */
function namesToQuery(hostname: string, configuration: string): string[] {
  if (hostname.endsWith('.')) return [hostname]
  const [, search = ''] = [...configuration.matchAll(/^(?:search|domain)[ \t]+(.*)$/gm)].at(-1) ?? []
  const [, ndots = '1'] = /^options[ \t].*\bndots:(\d+)/m.exec(configuration) ?? []
  const domains = search.split(/\s+/).filter((domain) => domain !== '' && domain !== '.')
  const inDomains = domains.map((domain) => `${hostname}.${domain}`)
  const dots = hostname.split('.').length - 1
  return dots >= Number(ndots) ? [hostname, ...inDomains] : [...inDomains, hostname]
}

/** Of the first name that has any. */
async function queriedAddresses(
  resolver: Resolver,
  { names, limitMs }: { names: readonly string[]; limitMs: number },
): Promise<LookupAddress[]> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    resolver.cancel()
  }, limitMs)
  try {
    for (const name of names) {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (addresses.length > 0) return addresses.map(toAddress)
      if (isLate) throw Object.assign(new Error('no response of the name servers in time'), { code: 'ETIMEDOUT' })
    }
    throw new Error('the name of the receiver has no address')
  } finally {
    clearTimeout(timer)
  }
}
