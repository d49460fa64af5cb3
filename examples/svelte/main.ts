import { mount } from 'svelte'
import AddFunds from './app.svelte'

mount(AddFunds, { target: document.querySelector('#app') as Element })
