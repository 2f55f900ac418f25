/** Words before a statement that change nothing of what it says, and those that make it optional. */
const connective = '(?:please|also|then|finally|additionally|furthermore|moreover|in addition|and),? '
const actor =
  '(?:(?:the |a )?(?:provider|seller|vendor|supplier|contractor|freelancer|agent)|you|they|it|i|we|(?:the )?(?:buyer|client|customer))'
const obliged =
  '(?:must |shall |will |should |has to |have to |needs? to |is to |are to |agrees? to |would like to )'
const makeSure =
  '(?:makes? sure|ensures?|guarantees?|checks?|verify|verifies|confirms?|requires?|expects?)(?: that)? '
const handOver =
  '(?:delivers?|provides?|sends?|suppl(?:y|ies)|submits?|produces?|returns?|needs?|wants?)(?: (?:us|me))? '
const label =
  '(?:it is (?:required|agreed) that|(?:the )?(?:requirement|condition)s?(?: is| are)?(?: that|:)|required:|must have:) '
const optional = '(?:optionally|preferably|ideally|if possible|nice to have|optional)[,:]? '

const lead = new RegExp(
  `(?:${connective})?(?<optional>${optional})?(?:${label}|(?:${actor} )?(?:${obliged})?(?:${makeSure}|${handOver}))?(?<late>${optional})?`,
  'iy',
)

/** Where a statement starts after the words that lead to it, and whether they leave it required. */
export function leadAt(text: string, start: number): { readonly end: number; readonly required: boolean } {
  lead.lastIndex = start
  const match = lead.exec(text)
  if (match === null) return { end: start, required: true }
  const { optional: early, late } = match.groups ?? {}
  return { end: start + match[0].length, required: early === undefined && late === undefined }
}
