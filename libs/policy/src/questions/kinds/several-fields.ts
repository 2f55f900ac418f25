import {
  type Asker,
  extractOf,
  fieldsIn,
  type Inquiry,
  isOneClause,
  type NamedField,
  type Proposal,
  questionOf,
  readable,
  replaced,
} from '../inquiry.ts'

/** Asks about two fields that stand together: `no duplicate vendor invoice_number`, `no duplicates by email or phone`. */
export const askSeveralFields: Asker = (inquiry) => {
  // A reading that lacks one word of two says more of what is meant.
  const isNarrower = inquiry.open.some(
    ({ slots: [slot, another] }) =>
      another === undefined && slot?.kind === 'meaning' && slot.options.length > 1,
  )
  if (isNarrower) return null
  const fields = fieldsIn(inquiry)
  const isOfKeys = fields.length === 2 && /\b(?:duplicat|unique|distinct|repeat)/i.test(inquiry.text)
  for (const [index, first] of fields.entries()) {
    const second = fields[index + 1]
    if (second === undefined) continue
    const between = inquiry.tokens.slice(first.to, second.from).map(({ folded }) => folded)
    if (
      !(between.length === 0 || (between.length === 1 && /^(?:or|and|\/|,|and\/or)$/.test(between[0] ?? '')))
    )
      continue
    const [one, other] = [JSON.stringify(first.name), JSON.stringify(second.name)]
    const inPlace = (words: string): string => replaced(inquiry, first.from, second.to, words)
    const proposals: readonly Proposal[] = [
      { candidate: `${one} and ${other}`, rewrite: inPlace(`${one} and ${other}`) },
      ...(isOfKeys
        ? [{ candidate: `${one} and ${other}`, rewrite: `no duplicates by ${one} and ${other}` }]
        : []),
      { candidate: `${one}, and ${other} on its own`, rewrite: [inPlace(one), inPlace(other)] },
      { candidate: `either ${one} or ${other}`, rewrite: `every row has either ${one} or ${other}` },
      { candidate: one, rewrite: inPlace(one) },
      { candidate: other, rewrite: inPlace(other) },
    ].filter(
      ({ candidate }) =>
        !candidate.startsWith('either') || (between[0] === 'or' && /\b(?:has|have)\b/i.test(inquiry.text)),
    )
    const extract = extractOf(inquiry, first.from, second.to)
    const question = questionOf(
      {
        ...extract,
        reason: 'several_readings',
        question: `${JSON.stringify(extract.text)} names two fields. Are they meant together, or each on its own?`,
        wants: 'reading',
      },
      readable(inquiry, proposals),
    )
    if (question !== null) return question
  }
  return null
}

/** Asks whether two fields have to differ: `translator and reviewer are different people`. */
export const askDifference: Asker = (inquiry) => {
  const at = inquiry.tokens.findIndex(({ folded }) =>
    /^(?:different|differ|differs|same|identical|distinct|equal)$/.test(folded),
  )
  const [first, second, third] = fieldsIn(inquiry)
  if (inquiry.tokens.some(({ kind }) => kind === 'number' || kind === 'percentage')) return null
  if (at >= 0 && first !== undefined && second === undefined && isOneClause(inquiry))
    return askDistinct(inquiry, first, at)
  if (at < 0 || first === undefined || second === undefined || third !== undefined) return null
  const [one, other] = [JSON.stringify(first.name), JSON.stringify(second.name)]
  const isSame = /^(?:same|identical|equal)$/.test(inquiry.tokens[at]?.folded ?? '')
  const isDenied = inquiry.tokens.some(({ folded }) => /^(?:not|never|no)$/.test(folded))
  const sentences = [`${one} is not equal to ${other}`, `${one} is equal to ${other}`]
  const proposals = (isSame === isDenied ? sentences : sentences.toReversed()).map((rewrite) => ({
    candidate: rewrite,
    rewrite,
  }))
  return questionOf(
    {
      ...extractOf(inquiry, 0, inquiry.tokens.length),
      reason: 'several_readings',
      question: `Do ${one} and ${other} of each row have to ${isSame === isDenied ? 'differ' : 'be equal'}, letter by letter?`,
      wants: 'reading',
    },
    readable(inquiry, proposals),
  )
}

/** Asks whether the values of one field have to differ from row to row: `all ids differ`. */
function askDistinct(inquiry: Inquiry, { name }: NamedField, at: number): ReturnType<Asker> {
  const { tokens } = inquiry
  const isPlain =
    /^(?:differ|differs|different|distinct)$/.test(tokens[at]?.folded ?? '') && at >= tokens.length - 2
  if (!isPlain || tokens.some(({ folded }) => /^(?:not|never|no|same|may|can)$/.test(folded))) return null
  const sentence = `no duplicates by ${JSON.stringify(name)}`
  return questionOf(
    {
      ...extractOf(inquiry, 0, tokens.length),
      reason: 'several_readings',
      question: `Must no two rows have the same ${JSON.stringify(name)}?`,
      wants: 'reading',
    },
    readable(inquiry, [{ candidate: sentence, rewrite: sentence }]),
  )
}
