// React: the hook returns a connection that always calls the callbacks of the latest render.

import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useLinkConnection } from 'transfer-link/react'

function AddFunds() {
  const [status, setStatus] = useState('')
  const connection = useLinkConnection({
    onTransferFinished: ({ payload }) =>
      setStatus(
        payload.status === 'success' ? `${payload.amountText} ${payload.symbol} arrived.` : payload.errorMessage,
      ),
    onExit: (error) => error && setStatus(error),
  })
  async function addFunds() {
    const response = await fetch('/link', { method: 'POST', body: JSON.stringify({ userId: crypto.randomUUID() }) })
    const { iFrameUrl, message } = await response.json()
    if (iFrameUrl) connection.openPopup(iFrameUrl)
    else setStatus(message)
  }
  return (
    <>
      <button type="button" onClick={addFunds}>
        Add funds
      </button>
      <p role="status">{status}</p>
    </>
  )
}

createRoot(document.querySelector('#app') as Element).render(<AddFunds />)
