// Runs in the browser, on the console page.

const problem = document.getElementById('problem')

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) location.reload()
  else problem.textContent = (await response.json()).error.message
}

document.addEventListener('click', (event) => {
  const { fault, scope, release } = event.target.dataset
  if (fault !== undefined)
    call('PUT', '/console/faults', scope === 'off' ? { [fault]: false } : { [fault]: true, scope })
  if (release !== undefined) call('POST', `/console/withdrawals/${encodeURIComponent(release)}/release`, {})
})
