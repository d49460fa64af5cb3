// The code that a reader copies: the tag, the JavaScript and the CSS for the current settings.

export interface Settings {
  /** Only those that differ from the default. */
  attributes: SetAttribute[]
  tokens: SetToken[]
}

export interface SetAttribute {
  name: string
  value: string
  /** The same option of createLinkConnection. Null if it has none. */
  option: string | null
}

export interface SetToken {
  name: string
  value: string
}

const longestLine = 80
const requestLink = "const { iFrameUrl } = await (await fetch('/link', { method: 'POST' })).json()"

/** `server` is the origin of the server that serves the script. */
export function printTag({ attributes }: Settings, server: string): string {
  const words = attributes.map(({ name, value }) => (value === '' ? name : `${name}="${escapeAttribute(value)}"`))
  const oneLine = `<${['transfer-link', ...words].join(' ')}></transfer-link>`
  const lines = `<transfer-link\n${words.map((word) => `  ${word}\n`).join('')}></transfer-link>`
  return `<script type="module" src="${escapeAttribute(server)}/v1/transfer-link.js"></script>

${oneLine.length > longestLine ? lines : oneLine}

<script type="module">
  // Your server creates the link.
  ${requestLink}
  document.querySelector('transfer-link').openPopup(iFrameUrl)
</script>`
}

export function printConnection({ attributes }: Settings): string {
  const options = attributes.flatMap(({ option, value }) =>
    option === null ? [] : [`  ${option}: ${quote(value)},\n`],
  )
  return `import { createLinkConnection } from 'transfer-link'

const connection = createLinkConnection({
${options.join('')}  onBrokerConnected: ({ accessToken }) => console.log('connected', accessToken.brokerName),
  onTransferFinished: ({ payload }) => console.log('finished', payload.status),
  onExit: (error, summary) => console.log('closed', error, summary?.transfer?.status),
})

// Your server creates the link.
${requestLink}
connection.openPopup(iFrameUrl)`
}

/** The attributes that createLinkConnection has no option for, as a sentence. '' if there is none. */
export function missingOptions({ attributes }: Settings): string {
  const names = attributes.filter(({ option }) => option === null).map(({ name }) => name)
  return names.length === 0 ? '' : `createLinkConnection has no option for ${names.join(' and ')}.`
}

export function printStyles({ tokens }: Settings): string {
  if (tokens.length === 0) return '/* No token is set. */'
  return `transfer-link {\n${tokens.map(({ name, value }) => `  ${name}: ${value};\n`).join('')}}`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
