import { standIn } from './stand-in.ts'

standIn('PORT')
