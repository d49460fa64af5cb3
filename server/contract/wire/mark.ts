import * as z from 'zod'

export const Mark = z.object({ letter: z.string(), color: z.string().describe('`#rrggbb`') }).meta({
  id: 'Mark',
  description: 'A letter on a colour, in place of a logo. If absent, use the first letter of the name.',
})

export const markExample: z.input<typeof Mark> = { letter: '$', color: '#2775ca' }
