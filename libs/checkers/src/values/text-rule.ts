import { foldCase } from './case-folding.ts'
import { inNormalForm } from './normal-form.ts'
import { evenWhiteSpace, isPlain, leaveOutIgnorable, trimWhiteSpace } from './visible-text.ts'

/** How a text is compared: in which normal form, and with which changes beyond it. */
export interface TextForm {
  /** `NFKC` comes with each run of white space as one space; null leaves characters as they are. */
  readonly form: 'NFC' | 'NFKC' | null
  readonly trims: boolean
  readonly folds: boolean
}

/** A text as it is compared: what leaves no mark is left out first, whatever the form. */
export function comparedText(text: string, { form, trims, folds }: TextForm): string {
  const isSimple = isPlain(text)
  let compared = isSimple ? text : leaveOutIgnorable(text)
  if (!isSimple && form !== null) compared = inNormalForm(compared, form)
  if (form === 'NFKC') compared = evenWhiteSpace(compared)
  else if (trims) compared = trimWhiteSpace(compared)
  if (!folds) return compared
  const folded = foldCase(compared)
  return isSimple || form === null ? folded : inNormalForm(folded, form)
}
