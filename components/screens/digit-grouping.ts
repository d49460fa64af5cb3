import { groupDigits, isGroupedText, withoutGroups } from '../texts/group-digits.ts'

interface Field {
  text: string
  start: number
  end: number
}

/**
 * Groups the digits in an amount field while the user types. Only group marks that were set here are moved: `1,234` that was typed
 * with its comma stays as it is, because the user may go on to `1,2345`. Undo and redo go through the states that were shown: setting
 * a field's value empties the browser's own list.
 */
export class DigitGrouping {
  /** The text in the field, if all its group marks were set here, otherwise ''. Null if the text did not come from an edit. */
  private grouped: string | null = null
  /** Texts whose group marks were set here. The user may cut one and paste it. */
  private readonly written = new Set<string>()
  private before: Field | null = null
  private past: Field[] = []
  private future: Field[] = []

  /** Call this when the field gets a text that no edit made. */
  reset() {
    this.grouped = null
  }

  /** For `beforeinput`. */
  readonly remember = (event: InputEvent) => {
    if (event.inputType.startsWith('history')) return event.preventDefault()
    this.before = fieldOf(event.target as HTMLInputElement)
  }

  /** For `keydown`: undoes or redoes. Returns the text if it changed, otherwise null. */
  undo(event: KeyboardEvent): string | null {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return null
    event.preventDefault()
    const isRedo = key === 'y' || event.shiftKey
    const [from, to] = isRedo ? [this.future, this.past] : [this.past, this.future]
    const field = from.pop()
    const input = event.target as HTMLInputElement
    if (field === undefined || input.readOnly) return null
    to.push(fieldOf(input))
    this.grouped = this.written.has(field.text) || isGroupedText(field.text) ? field.text : ''
    this.put(input, field.text, field.end)
    return field.text
  }

  /** For `compositionstart`: an input method inserts its text later, so it must not find marks that are set here. */
  readonly ungroup = ({ target }: Event) => {
    const input = target as HTMLInputElement
    const { text, start } = fieldOf(input)
    if (!this.isGroupedHere(text)) return
    this.put(input, withoutGroups(text), withoutGroups(text.slice(0, start)).length)
    this.grouped = input.value
  }

  /** For `input` and `compositionend`: groups the digits, keeps the caret beside the same digit, and returns the text. */
  group(event: Event): string {
    const input = event.target as HTMLInputElement
    if (event instanceof InputEvent && event.isComposing) return input.value
    const [before, after] = this.plainParts(fieldOf(input), event instanceof InputEvent ? event.inputType : '')
    const { text, caret, isGrouped } = groupDigits(before, after)
    if (this.before !== null) {
      this.past.push(this.before)
      this.future = []
    }
    this.grouped = isGrouped ? text : ''
    if (isGrouped) this.written.add(text)
    this.before = null
    if (text !== input.value) this.put(input, text, caret)
    return text
  }

  /** The text before and after the caret, without the group marks that were set here. */
  private plainParts({ text, start: caret }: Field, inputType: string): [before: string, after: string] {
    const [head, tail] = [text.slice(0, caret), text.slice(caret)]
    const { before } = this
    const isPasted = inputType.startsWith('insertFrom')
    if (isPasted && this.written.has(text)) return [withoutGroups(head), withoutGroups(tail)]
    if (before === null || !this.isGroupedHere(before.text)) return [head, tail]
    const left = before.text.slice(0, before.start)
    const right = before.text.slice(before.end)
    if (text.length >= left.length + right.length && text.startsWith(left) && text.endsWith(right)) {
      const inserted = text.slice(left.length, text.length - right.length)
      const isOwn = isPasted && this.written.has(inserted)
      return [withoutGroups(left) + (isOwn ? withoutGroups(inserted) : inserted), withoutGroups(right)]
    }
    // Neither an insertion nor a deletion: the whole text is new.
    if (!before.text.startsWith(head) || !before.text.endsWith(tail)) return [head, tail]
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

  private put(input: HTMLInputElement, text: string, caret: number) {
    input.value = text
    input.setSelectionRange(caret, caret)
  }
}

function fieldOf({ value, selectionStart, selectionEnd }: HTMLInputElement): Field {
  return { text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}
