// Runs in the browser, on the pages that have buttons.

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

// A PUT replaces all active faults, so the others are sent again.
async function setFault(name, scope) {
  const { faults } = await (await fetch('/console/state')).json()
  await call('PUT', '/console/faults', { ...faults, [name]: scope !== 'off' && { ...faults[name], scope } })
}

document.addEventListener('click', (event) => {
  const { fault, scope, release, approval, answer, login, action } = event.target.dataset
  if (fault !== undefined) setFault(fault, scope)
  if (release !== undefined) call('POST', `/console/withdrawals/${encodeURIComponent(release)}/release`, {})
  if (approval !== undefined) call('POST', `/console/approvals/${encodeURIComponent(approval)}`, { answer })
  if (login !== undefined) call('POST', `/console/logins/${encodeURIComponent(login)}/${action}`, {})
})
