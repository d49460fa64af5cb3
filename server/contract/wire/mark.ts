import * as z from 'zod'

export const Mark = z.object({ letter: z.string(), color: z.string().describe('`#rrggbb`') }).meta({
  id: 'Mark',
  description: 'A sign on a colour, in place of a logo. Where there is none, take the first letter.',
})

export const markExample: z.input<typeof Mark> = { letter: '$', color: '#2775ca' }
