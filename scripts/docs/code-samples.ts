// The sample request of an endpoint in curl, Node and Python.
import { type Call, curlSample, type SampleRequest, sampleRequest } from '../../server/http/openapi/sample-request.ts'
import { codeBlock } from './page.ts'

export function codeSamples(call: Call): string {
  const request = sampleRequest(call)
  return [
    `### curl\n\n${codeBlock('sh', curlSample(request))}`,
    `### Node\n\n${codeBlock('js', node(request))}`,
    `### Python\n\n${codeBlock('python', python(request))}`,
  ].join('\n\n')
}

function node({ method, url, headers, body, isForm }: SampleRequest): string {
  const value = (text: string) =>
    text.startsWith('{')
      ? `process.env.${text.slice(1, -1)}`
      : text.includes('{')
        ? `\`${text.replaceAll('{', '${process.env.')}\``
        : quote(text)
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          '  headers: {',
          ...Object.entries(headers).map(([name, text]) => `    ${isName(name) ? name : quote(name)}: ${value(text)},`),
          '  },',
        ]),
    ...(body === undefined
      ? []
      : [
          `  body: ${isForm ? 'new URLSearchParams' : 'JSON.stringify'}(${indented(literal(body, javascript), '  ')}),`,
        ]),
  ]
  const settings = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const response = await fetch('${url}'${settings})\nconsole.log(response.status, await response.text())`
}

function python({ method, url, headers, body, isForm }: SampleRequest): string {
  const value = (text: string) =>
    text.startsWith('{')
      ? `os.environ["${text.slice(1, -1)}"]`
      : text.includes('{')
        ? `f"${text.replace(/\{(\w+)\}/g, "{os.environ['$1']}")}"`
        : JSON.stringify(text)
  const needs = (text: string) => Object.values(headers).some((header) => header.includes(text))
  // The standard library writes amounts only from floats, so a body with one is JSON text.
  const isText = hasAmount(body)
  const encode = isForm ? 'urlencode' : 'json.dumps'
  const data = () =>
    isText ? `r"""${JSON.stringify(body, null, 2)}"""` : `${encode}(${indented(literal(body, pythonic), '    ')})`
  const imports = [
    ...(body !== undefined && !isForm && !isText ? ['import json'] : []),
    ...(needs('{') ? ['import os'] : []),
    ...(isForm ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
  ]
  const parts = [
    `    "${url}",`,
    `    method="${method}",`,
    ...(Object.keys(headers).length === 0
      ? []
      : [
          '    headers={',
          ...Object.entries(headers).map(([name, text]) => `        "${name}": ${value(text)},`),
          '    },',
        ]),
    ...(body === undefined ? [] : [`    data=${data()}.encode(),`]),
  ]
  return [
    ...imports,
    '',
    'request = Request(',
    ...parts,
    ')',
    'with urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

interface Language {
  indent: string
  name(text: string): string
  scalar(value: unknown): string
}

const javascript: Language = {
  indent: '  ',
  name: (text) => (isName(text) ? text : quote(text)),
  scalar: (value) =>
    // An amount is never a number of the language, which would round some.
    isAmount(value) ? `JSON.rawJSON('${value}')` : typeof value === 'string' ? quote(value) : JSON.stringify(value),
}
const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])
const pythonic: Language = {
  indent: '    ',
  name: (text) => JSON.stringify(text),
  scalar: (value) => pythonWords.get(value) ?? JSON.stringify(value),
}

function literal(value: unknown, language: Language): string {
  if (typeof value !== 'object' || value === null) return language.scalar(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, language))
    : Object.entries(value).map(([name, each]) => `${language.name(name)}: ${literal(each, language)}`)
  if (entries.length === 0) return `${open}${close}`
  const lines = entries.map((entry) => `${language.indent}${indented(entry, language.indent)},`)
  return [open, ...lines, close].join('\n')
}

const isAmount = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value)
const hasAmount = (body: unknown): boolean =>
  isAmount(body) || (typeof body === 'object' && body !== null && Object.values(body).some(hasAmount))

const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`)
const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text)
const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
