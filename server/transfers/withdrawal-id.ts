/** An exchange's id of a withdrawal: by it alone the withdrawal is found again. */
export function isWithdrawalId(id: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(id)
}
