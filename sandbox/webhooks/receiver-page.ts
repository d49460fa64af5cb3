// The page of the webhook receiver. Its script shows the requests as they arrive.

import { type Html, html } from '../exchange/html.ts'
import type { Mode } from './mode.ts'

const clientId = '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'
const clientSecret = 'sk_sandbox_demo'

const modeNames: Record<Mode, string> = {
  up: 'Up',
  down: 'Down',
  slow: 'Slow',
  error: '500 for a minute',
  gone: '410 Gone',
  wrongCertificate: 'Wrong certificate',
}

export interface ReceiverPage {
  urls: { http: string; https: string }
  apiUrl: string
}

export function receiverPage({ urls, apiUrl }: ReceiverPage): Html {
  const buttons = Object.entries(modeNames).map(
    ([mode, name]) => html`<button type="button" data-mode="${mode}" aria-pressed="false">${name}</button>`,
  )
  return document(html`<h1>Webhook receiver</h1>
    <p class="lead">Register it as a webhook endpoint, choose how it behaves, and follow retries, pauses and replays.</p>
    <p id="problem" class="bad" role="alert"></p>
    <h2>1. Register the receiver</h2>
    <p>In a shell, with the demo client. With <code>${urls.https}</code> you can also try a wrong certificate.</p>
    ${commands(apiUrl, urls.http)}
    <h2>2. Enter the secret</h2>
    <p>The response contains it as <code>secret</code>. The page checks each signature with the secrets that you enter.</p>
    <form id="secret-form">
      <label>Secret <input id="secret" name="secret" size="44" required autocomplete="off" spellcheck="false" placeholder="whsec_…"></label>
      <button>Add secret</button>
      <button type="button" id="forget">Forget</button>
      <p id="secrets" role="status"></p>
    </form>
    <h2>3. Choose how it behaves</h2>
    <div class="choice modes" role="group" aria-label="Behaviour">${buttons}</div>
    <p id="about-mode" class="quiet" role="status"></p>
    <div class="list-head"><h2>Requests</h2> <button type="button" id="clear">Clear</button></div>
    <p class="empty" id="no-requests">No requests yet.</p>
    <ol id="requests" aria-label="Requests"></ol>`)
}

function commands(apiUrl: string, url: string): Html {
  return html`<pre tabindex="0" aria-label="Commands"><code>client() { curl -s -H 'X-Client-Id: ${clientId}' -H 'X-Client-Secret: ${clientSecret}' \\
  -H 'Content-Type: application/json' "$@"; echo; }
HOOKS=${apiUrl}/api/v1/webhooks/endpoints
client $HOOKS -d '{"url":"${url}"}'</code></pre>
    <p>With the <code>id</code> of the response, send a test event, read the deliveries, and replay:</p>
    <pre tabindex="0" aria-label="Commands for an endpoint"><code>client -X POST $HOOKS/&lt;id&gt;/test
client $HOOKS/&lt;id&gt;/deliveries
client $HOOKS/&lt;id&gt;/replay -d '{"since":"2026-01-01T00:00:00Z"}'
client -X PATCH $HOOKS/&lt;id&gt; -d '{"state":"on"}'</code></pre>`
}

function document(content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Webhook receiver · Sandbox</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
  <link rel="stylesheet" href="/receiver.css">
  <script type="module" src="/receiver.js"></script>
</head>
<body>
  <header><span class="brand" data-mark="WR">Webhook receiver</span></header>
  <main>
    ${content}
  </main>
</body>
</html>
`
}
