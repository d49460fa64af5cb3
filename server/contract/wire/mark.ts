import * as z from 'zod'

export const Mark = z
  .object({
    letter: z.string(),
    color: z.string().describe('`#rrggbb`'),
    icon: z.string().optional().describe('The path of the icon, an opaque square. Show the letter until it is loaded.'),
  })
  .meta({
    id: 'Mark',
    description: 'An icon, or a letter on a colour in its place. If absent, use the first letter of the name.',
  })

export const markExample: z.input<typeof Mark> = {
  letter: '$',
  color: '#2775ca',
  icon: '/link-assets/icons/usdc.svg',
}
