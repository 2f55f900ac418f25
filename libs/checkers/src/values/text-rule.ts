import { foldCase } from './case-folding.ts'
import { inNormalForm } from './normal-form.ts'
import { classOf } from './unicode-set.ts'
import { evenWhiteSpace, isPlain, leaveOutIgnorable, trimWhiteSpace } from './visible-text.ts'

/** How a text is compared: in which normal form, and with which changes beyond it. */
export interface TextForm {
  /** `NFKC` comes with each run of white space as one space; null leaves characters as they are. */
  readonly form: 'NFC' | 'NFKC' | null
  readonly trims: boolean
  readonly folds: boolean
}

/** A text as it is compared: what leaves no mark is left out first, whatever the form. */
export function comparedText(text: string, textForm: TextForm): string {
  return isPlain(text) ? comparedPlainText(text, textForm) : comparedAnyText(text, textForm)
}

/** The same of plain text, which is in every form and whose white space is ASCII. */
function comparedPlainText(text: string, { form, trims, folds }: TextForm): string {
  const spaced = form === 'NFKC' ? evenWhiteSpace(text) : trims ? text.trim() : text
  return folds ? spaced.toLowerCase() : spaced
}

function comparedAnyText(text: string, { form, trims, folds }: TextForm): string {
  const isOrdinary = !unusual.test(text)
  const visible = isOrdinary ? text : leaveOutIgnorable(text)
  const formed = form === null ? visible : isOrdinary ? visible.normalize(form) : inNormalForm(visible, form)
  const spaced = form === 'NFKC' ? evenWhiteSpace(formed) : trims ? trimWhiteSpace(formed) : formed
  if (!folds) return spaced
  const folded = foldCase(spaced)
  if (form === null || folded === spaced) return folded
  return isOrdinary ? folded.normalize(form) : inNormalForm(folded, form)
}

/** What is left out, or has no form: few texts have any of it. */
const unusual = new RegExp(`[${classOf('defaultIgnorable', 'unassigned')}]`, 'u')
