import {
  type Asker,
  extractOf,
  fieldsIn,
  type Inquiry,
  isOneClause,
  questionOf,
  readable,
  sentencesOf,
} from '../inquiry.ts'

const words =
  /^(?:reachable|working|works?|live|online|accessible|available|up|loads?|opens?|resolves?|alive|dead|broken|404|responds?|responding)$/
const addresses = /^(?:urls?|links?|hrefs?|address|addresses|endpoints?|hyperlinks?)$/
const denied = /^(?:dead|broken|404)$/

/** Asks whether an address must answer, or only be well-formed: `https://example.com/docs is reachable`. */
export const askReachable: Asker = (inquiry) => {
  const { tokens } = inquiry
  const at = tokens.findIndex(({ folded }) => words.test(folded))
  if (at < 0 || tokens.length > 10 || !isOneClause(inquiry)) return null
  const isAddress =
    tokens.some(({ kind, folded }) => kind === 'url' || addresses.test(folded)) ||
    inquiry.named.some(({ name }) => /(?:url|link|href)s?$/i.test(name))
  if (!isAddress) return null
  const isBad = denied.test(tokens[at]?.folded ?? '')
  if (isBad && !tokens.some(({ folded }) => /^(?:no|not|never|without|zero)$/.test(folded))) return null
  return questionOf(
    {
      ...extractOf(inquiry, at, at + 1),
      reason: 'several_readings',
      question: `Does ${JSON.stringify(tokens[at]?.text)} mean that the address must answer with status 200, or that it is well-formed?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf(statementsOf(inquiry))),
  )
}

function statementsOf(inquiry: Inquiry): readonly string[] {
  const url = inquiry.tokens.find(({ kind }) => kind === 'url')
  if (url !== undefined) return [`${url.text} returns 200`]
  const named = fieldsIn(inquiry).map(({ name }) => name)
  const likely = inquiry.circumstances.fields
    .map(({ name }) => name)
    .filter((name) => /url|link|site|href|page|source|image/i.test(name))
  const names = named.length > 0 ? named : likely
  return names.flatMap((name) => {
    const field = JSON.stringify(name)
    return [`every URL in field ${field} returns 200`, `${field} is a valid URL`]
  })
}
