import { createApp } from 'vue'
import AddFunds from './app.vue'

createApp(AddFunds).mount('#app')
