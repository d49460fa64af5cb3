// The address of a PostgreSQL database. Like libpq, it accepts several hosts (`postgresql://user:password@a:5432,b:5432/db`). All serve
// the same database, and one of them accepts writes at a time.

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** One address for each host, in the order of the address. An address with one host is returned unchanged. */
export function hostAddresses(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url]
}

export function isDatabaseUrl(text: string): boolean {
  const addresses = hostAddresses(text)
  const isAddress = (each: string) => URL.canParse(each) && isOfPostgres(new URL(each))
  return addresses.every((each) => isAddress(each) && (addresses.length === 1 || new URL(each).hostname !== ''))
}

/** A database that contains `/` or `@` is the rest of a password that was not percent-encoded. */
function isOfPostgres({ protocol, pathname }: URL): boolean {
  return /^postgres(ql)?:$/.test(protocol) && !/[/@]/.test(pathname.slice(1))
}

/** Host, port and database, never the password. */
export function describeAddress(url: string): string {
  try {
    const addresses = hostAddresses(url).map((each) => new URL(each))
    return `${addresses.map(hostAndPort).join(',')}${addresses[0]?.pathname ?? ''}`
  } catch {
    return 'an address that cannot be read'
  }
}

/** Host and port of an address with one host. */
export function describeHost(address: string): string {
  return URL.canParse(address) ? hostAndPort(new URL(address)) : 'a host that cannot be read'
}

function hostAndPort({ hostname, port, searchParams }: URL): string {
  return `${searchParams.get('host') ?? hostname}:${port === '' ? 5432 : port}`
}
