/** From the least to the most. Each may do everything that those before it may. */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

export function includesRole(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required)
}
