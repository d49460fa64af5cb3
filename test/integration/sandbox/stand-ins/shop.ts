import { standIn } from './stand-in.ts'

standIn('DEMO_PORT')
