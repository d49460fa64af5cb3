// Runs in the browser. Requests come from outside, so they are shown as text only.

const everyMs = 1000
let last = 0

const find = (selector) => document.querySelector(selector)
const aboutModes = {
  up: 'Every request gets a 200.',
  down: 'Connections are refused. No request arrives here: see the deliveries.',
  slow: 'Every response takes 20 s, longer than the server waits.',
  error: 'Every request gets a 500, for a minute.',
  gone: 'Every request gets a 410. The server then turns the endpoint off.',
  wrongCertificate: 'The https URL has the certificate of another name. The http URL works.',
}

for (const button of document.querySelectorAll('[data-mode]')) {
  button.addEventListener('click', () => call('PUT', '/mode', { mode: button.dataset.mode }))
}
find('#clear').addEventListener('click', async () => {
  await call('DELETE', '/requests')
  find('#requests').replaceChildren()
})
find('#forget').addEventListener('click', () => call('DELETE', '/secrets'))
find('#secret-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const input = find('#secret')
  if (await call('POST', '/secrets', { secret: input.value.trim() })) input.value = ''
})

for (;;) {
  if (document.visibilityState === 'visible') await refresh()
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}

async function call(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    const { error } = await response.json()
    find('#problem').textContent = error?.message ?? ''
    if (response.ok) await refresh()
    return response.ok
  } catch {
    find('#problem').textContent = 'The receiver does not respond.'
    return false
  }
}

async function refresh() {
  const state = await fetch(`/state?after=${last}`).then(
    (response) => response.json(),
    () => null,
  )
  if (state === null) return
  for (const button of document.querySelectorAll('[data-mode]'))
    button.ariaPressed = String(button.dataset.mode === state.mode)
  show('#about-mode', aboutModes[state.mode])
  show('#secrets', state.secrets === 0 ? 'No secret yet.' : `Secrets: ${state.secrets}.`)
  for (const request of state.requests.filter(({ n }) => n > last)) {
    find('#requests').prepend(requestRow(request))
    last = request.n
  }
  find('#no-requests').hidden = find('#requests').children.length > 0
}

/** Only a change is announced. */
function show(selector, text) {
  if (find(selector).textContent !== text) find(selector).textContent = text
}

function requestRow({ at, request, signature, isGenuine, status }) {
  const time = part('time', '', new Date(at).toLocaleTimeString())
  time.dateTime = at
  if (request === null) return part('li', '', part('p', '', time, part('span', 'state failed', signature)))
  const { url, method, headers, body } = request
  const details = part(
    'details',
    '',
    part(
      'summary',
      '',
      ...[time, part('strong', '', typeOf(body)), part('span', `state ${status === 200 ? '' : 'failed'}`, `${status}`)],
      part('span', `state ${isGenuine ? 'done' : 'failed'}`, signature),
    ),
    part('p', '', part('code', '', `${method} ${url}`)),
    part(
      'dl',
      '',
      ...headers.flatMap(([name, value]) => [part('dt', '', name), part('dd', '', part('code', '', value))]),
    ),
    part('pre', '', part('code', '', body)),
  )
  return part('li', '', details)
}

function typeOf(body) {
  try {
    const { type, EventId } = JSON.parse(body)
    return String(type ?? EventId ?? 'No type')
  } catch {
    return 'Not JSON'
  }
}

function part(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}
