import { classOf } from './unicode-set.ts'

const unassigned = new RegExp(`([${classOf('unassigned')}]+)`, 'u')

/**
 * A text in a normal form of the pinned version of Unicode. What that version assigns has the same form in every later one, and what it
 * does not assign is left as it is, so that the version of the runtime decides nothing.
 */
export function inNormalForm(text: string, form: 'NFC' | 'NFKC'): string {
  if (!unassigned.test(text)) return text.normalize(form)
  return text
    .split(unassigned)
    .map((part, index) => (index % 2 === 1 ? part : part.normalize(form)))
    .join('')
}
