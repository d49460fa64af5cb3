import { groupDigits, isGroupedText, withoutGroups } from '../texts/group-digits.ts'

interface Field {
  text: string
  start: number
  end: number
}

/**
 * Groups the digits in an amount field while the user types. Only group marks that were set here are moved: `1,234` that was typed
 * with its comma stays as it is, because the user may go on to `1,2345`.
 */
export class DigitGrouping {
  /** The last text that was grouped here, `''` if the marks are the user's, null if the text did not come from typing. */
  private grouped: string | null = null
  private before: Field | null = null

  /** Call this when the field gets a text that was not typed. */
  reset() {
    this.grouped = null
  }

  /** For `beforeinput`. */
  readonly remember = ({ target }: Event) => {
    this.before = fieldOf(target as HTMLInputElement)
  }

  /** For `input`: groups the digits, keeps the caret beside the same digit, and returns the text. */
  group(event: InputEvent): string {
    const input = event.target as HTMLInputElement
    if (event.isComposing) return input.value
    const [before, after] = this.plainParts(fieldOf(input), event.inputType)
    const { text, caret, isGrouped } = groupDigits(before, after)
    this.grouped = isGrouped ? text : ''
    this.before = null
    if (text !== input.value) {
      input.value = text
      input.setSelectionRange(caret, caret)
    }
    return text
  }

  /** The text before and after the caret, without the group marks that were set here. */
  private plainParts({ text, start: caret }: Field, inputType: string): [before: string, after: string] {
    const [head, tail] = [text.slice(0, caret), text.slice(caret)]
    const { before } = this
    if (before === null || !this.isGroupedHere(before.text)) return [head, tail]
    const left = before.text.slice(0, before.start)
    const right = before.text.slice(before.end)
    const isInsertion = text.length >= left.length + right.length && text.startsWith(left) && text.endsWith(right)
    if (isInsertion) {
      const inserted = text.slice(left.length, text.length - right.length)
      return [withoutGroups(left) + inserted, withoutGroups(right)]
    }
    const plain: [string, string] = [withoutGroups(head), withoutGroups(tail)]
    // Deleting a group mark deletes the digit beside it.
    if (plain.join('') === withoutGroups(before.text)) {
      if (inputType === 'deleteContentBackward') plain[0] = plain[0].slice(0, -1)
      if (inputType === 'deleteContentForward') plain[1] = plain[1].slice(1)
    }
    return plain
  }

  private isGroupedHere(text: string): boolean {
    return this.grouped === null ? isGroupedText(text) : text === this.grouped
  }
}

function fieldOf({ value, selectionStart, selectionEnd }: HTMLInputElement): Field {
  return { text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}
