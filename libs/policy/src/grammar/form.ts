import type { CheckerName, DeterministicCheck } from '@outturn/checkers'

/** The named parts of a text that a form matched. */
export type Parts = { readonly [part: string]: string | undefined }

/** One way to say one check in English. The pattern covers the whole text, so nothing that was said is left out. */
export interface Form {
  readonly checker: CheckerName
  /** A text of this form, shown to whoever wrote one that nearly is. */
  readonly example: string
  readonly pattern: RegExp
  /** The source of the pattern without its anchors, for whoever looks for the form within a longer text. */
  readonly wording: string
  /** Null when the parts have no exact meaning. */
  readonly read: (parts: Parts) => DeterministicCheck | null
}

/** A form whose pattern is matched against the whole text, ignoring case. */
export function form(
  checker: CheckerName,
  example: string,
  pattern: string,
  read: (parts: Parts) => DeterministicCheck | null,
): Form {
  return { checker, example, pattern: new RegExp(`^(?:${pattern})$`, 'di'), wording: pattern, read }
}
