import type { CheckboxField } from './form-field.ts'

/** What the operator has to read, about the value of one field, before the action can be sent. */
export interface Review {
  /** The name of the field. */
  field: string
  /** Of the button until then. */
  label: string
  /** The name of the field `confirm`. The server refuses it if the review is out of date. */
  confirmName: string
  read(value: string): Promise<Reviewed>
}

export interface Reviewed {
  text: string
  /** What the operator has to confirm. Null if nothing is unusual. */
  confirm: CheckboxField | null
}
