// Runs in the browser. The data-call and data-body of a button or form name the console call that it makes.

const problem = document.getElementById('problem')

async function make(call, body) {
  const [method, path] = call.split(' ')
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) })
  if (response.ok) location.reload()
  else problem.textContent = (await response.json()).error.message
}

// A PUT replaces all active faults, so the others are sent again.
async function setFault(emulator, name, scope) {
  const path = `/console/emulators/${emulator}/faults`
  const { faults } = await (await fetch(path)).json()
  await make(`PUT ${path}`, { ...faults, [name]: scope !== 'off' && { ...faults[name], scope } })
}

document.addEventListener('click', (event) => {
  const { call, body, emulator, fault, scope } = event.target.dataset
  if (fault !== undefined) setFault(emulator, fault, scope)
  else if (call !== undefined && event.target.tagName === 'BUTTON') make(call, JSON.parse(body ?? '{}'))
})

document.addEventListener('submit', (event) => {
  event.preventDefault()
  make(event.target.dataset.call, Object.fromEntries(new FormData(event.target)))
})
