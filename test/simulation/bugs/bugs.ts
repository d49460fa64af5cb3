export interface Bug {
  name: string
  changes: { file: string; find: string; replace: string }[]
}
export const bugs: Bug[] = []
