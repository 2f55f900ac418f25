import { type Asker, extractOf, type Proposal, questionOf, readable, replaced } from '../inquiry.ts'

/** Asks how two opposite values are written: `paid must be yes or no`, `active is Y/N`. */
export const askYesOrNo: Asker = (inquiry) => {
  const { tokens } = inquiry
  const at = tokens.findIndex(({ kind, folded }) => kind === 'word' && /^(?:yes|y)(?:\/no?)?$/.test(folded))
  const first = tokens[at]
  const isOneWord = first?.folded.includes('/') === true
  const last = isOneWord ? first : tokens[at + 2]
  const isPair =
    first !== undefined &&
    (isOneWord || (tokens[at + 1]?.folded === 'or' && /^no?$/.test(last?.folded ?? '')))
  if (!isPair) return null
  const end = isOneWord ? at + 1 : at + 3
  const [yes = '', no = ''] = isOneWord ? first.text.split('/') : [first.text, last?.text ?? '']
  const candidates = [`one of ["${yes}", "${no}"]`, 'true or false']
  const from = tokens[at - 1]?.folded === 'either' ? at - 1 : at
  return questionOf(
    {
      ...extractOf(inquiry, at, end),
      reason: 'inexact_value',
      question: `Are ${JSON.stringify(yes)} and ${JSON.stringify(no)} the values, letter by letter?`,
      wants: 'reading',
    },
    readable(
      inquiry,
      candidates.map(
        (candidate): Proposal => ({ candidate, rewrite: replaced(inquiry, from, end, candidate) }),
      ),
    ),
  )
}
