/** A blank that a form found, with the text around it. */
export interface FoundBlank {
  readonly text: string
  /** What stands between the marks, where the form has marks. */
  readonly inner: string | undefined
  /** At most 100 characters before it, none of them behind the end of a sentence. */
  readonly before: string
  /** At most 60 characters after it. */
  readonly after: string
}

/** A way to leave a blank; `isBlank` decides where the form alone does not. */
export interface BlankForm {
  readonly form: RegExp
  isBlank?(found: FoundBlank): boolean
}

const beforeChars = 100
const afterChars = 60

export function foundBlank(match: RegExpExecArray, text: string): FoundBlank {
  const end = match.index + match[0].length
  const before = text.slice(Math.max(0, match.index - beforeChars), match.index)
  return {
    text: match[0],
    inner: match.groups?.['inner'],
    before: before.split(/[.;!?]\s|\n/).at(-1) ?? '',
    after: text.slice(end, end + afterChars),
  }
}
