// <transfer-link> by a script tag: no package, no build.

const element = document.querySelector('transfer-link')
const status = document.querySelector('[role=status]')

document.querySelector('button').addEventListener('click', async () => {
  const response = await fetch('/link', { method: 'POST', body: JSON.stringify({ userId: crypto.randomUUID() }) })
  const { iFrameUrl, message } = await response.json()
  if (iFrameUrl) element.openPopup(iFrameUrl)
  else status.textContent = message
})
element.addEventListener('transferFinished', ({ detail: { payload } }) => {
  status.textContent =
    payload.status === 'success' ? `${payload.amountText} ${payload.symbol} arrived.` : payload.errorMessage
})
element.addEventListener('exit', ({ detail }) => {
  if (detail.error) status.textContent = detail.error
})
