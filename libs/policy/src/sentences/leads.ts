/** Words before a statement that change nothing of what it says, and those that make it optional. */
const connective =
  '(?:please|also|then|finally|additionally|furthermore|moreover|in addition|and|but|lastly|first|firstly|secondly),? '
/** Who is to deliver. What the buyer would deliver is no condition on the work. */
const deliverer =
  '(?:(?:the |a )?(?:provider|seller|vendor|supplier|contractor|freelancer|agent)|you|they|it)'
const asker = '(?:i|we|(?:the )?(?:buyer|client|customer))'
const asks =
  "(?:needs?|wants?|expects?|requires?|orders?|asks? for|would like(?: to (?:have|order|get))?|'d like|am looking for|are looking for|is looking for)"
const obliged = '(?:must |shall |will |should |has to |have to |needs? to |is to |are to |agrees? to )'
const makeSure = '(?:makes? sure|ensures?|guarantees?|checks?|verify|verifies|confirms?)(?: that)? '
const handOver =
  '(?:delivers?|provides?|sends?|suppl(?:y|ies)|submits?|produces?|returns?|find|collect|compile|gather|prepare|research|get|give|build|create|hand over)(?: (?:us|me))? '
const label =
  '(?:it is (?:required|agreed) that|(?:the )?(?:requirement|condition)s?(?: is| are)?(?: that|:)|required:|must have:) '
const optional = '(?:optionally|preferably|ideally|if possible|nice to have|optional)[,:]? '

const lead = new RegExp(
  `(?:${connective}){0,3}(?<optional>${optional})?(?:${label}|(?:${deliverer} )?(?:${obliged})?(?:${makeSure}|${handOver})|${deliverer} ${obliged}(?!not\\b)|${asker} ${asks} |(?:${obliged})?(?:needs?|require[sd]?|needed|wanted|looking for):? )?(?<late>${optional})?`,
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
