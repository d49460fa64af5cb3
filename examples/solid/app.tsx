/** @jsxImportSource solid-js */
// Solid: the element itself. Set properties by their names, and listen to events with `on:` and their names.

import { createSignal } from 'solid-js'
import { render } from 'solid-js/web'
import 'transfer-link/element'
import 'transfer-link/solid'

function AddFunds() {
  const [url, setUrl] = createSignal<string | null>(null)
  const [status, setStatus] = createSignal('')
  async function addFunds() {
    const response = await fetch('/link', { method: 'POST', body: JSON.stringify({ userId: crypto.randomUUID() }) })
    const { iFrameUrl, message } = await response.json()
    if (iFrameUrl) setUrl(iFrameUrl)
    else setStatus(message)
  }
  return (
    <>
      <button type="button" onClick={addFunds}>
        Add funds
      </button>
      <p role="status">{status()}</p>
      <transfer-link
        url={url()}
        on:transferFinished={({ detail: { payload } }) =>
          setStatus(
            payload.status === 'success' ? `${payload.amountText} ${payload.symbol} arrived.` : payload.errorMessage,
          )
        }
        on:exit={({ detail }) => {
          setUrl(null)
          if (detail.error) setStatus(detail.error)
        }}
      />
    </>
  )
}

render(() => <AddFunds />, document.querySelector('#app') as Element)
