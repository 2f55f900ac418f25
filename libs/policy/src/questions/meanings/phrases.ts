import { type Asker, extractOf, fieldsIn, questionOf, readable, sentencesOf } from '../inquiry.ts'

const denials = /^(?:no|not|never|without|dont|don't|avoid|exclude|remove|zero|free)$/
const literal: ReadonlySet<string> = new Set([
  'quoted',
  'bracketed',
  'backtick',
  'percentage',
  'list',
  'pattern',
  'url',
])
const links = /^(?:links?|urls?|addresses|domains?|emails?|sites?)$/

/** Asks whether a phrase in quotes or brackets has to stand in a field, or in the text: `placeholders like {name} must stay in target`. */
export const askPhrase: Asker = (inquiry) => {
  const { tokens } = inquiry
  const quoted = tokens.findIndex(({ kind }) => kind === 'quoted' || kind === 'bracketed')
  const fields = fieldsIn(inquiry)
  const isDenied = tokens.some(({ folded }) => denials.test(folded))
  const verb = isDenied ? 'does not contain' : 'contains'
  const phrase = tokens[quoted]
  const literals = tokens.filter(({ kind }) => literal.has(kind))
  const joins = tokens.some(({ folded }) => /^(?:and|or|:|;|,)$/.test(folded))
  if (phrase === undefined || literals.length > 1 || joins || inquiry.index.named(phrase.value).length > 0)
    return null
  if (/^(?:=|is|are|equals|than|of|in|to|field|column)$/.test(tokens[quoted - 1]?.folded ?? '')) return null
  const value = JSON.stringify(phrase.kind === 'quoted' ? phrase.value : phrase.text)
  const names = fields.filter(({ from }) => from !== quoted).map(({ name }) => JSON.stringify(name))
  const sentences =
    names.length > 0
      ? names.map((name) => `field ${name} ${verb} ${value}`)
      : [
          `text ${verb} ${value}`,
          ...inquiry.circumstances.fields.map(({ name }) => `field ${JSON.stringify(name)} ${verb} ${value}`),
        ]
  return questionOf(
    {
      ...extractOf(inquiry, 0, tokens.length),
      reason: 'several_readings',
      question: `Is it enough that ${value} ${isDenied ? 'does not stand' : 'stands'} there, letter by letter?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf(sentences)),
  )
}

/** Asks which text may not stand in a field: `no wikipedia links in url`. */
export const askWordInField: Asker = (inquiry) => {
  const { tokens } = inquiry
  const [first, word, noun] = tokens
  const [field] = fieldsIn(inquiry).filter(({ from }) => from > 2)
  if (
    first?.folded !== 'no' ||
    word?.kind !== 'word' ||
    field === undefined ||
    tokens[field.from - 1]?.folded !== 'in'
  )
    return null
  if (tokens.length > 6 || !(noun !== undefined && (links.test(noun.folded) || noun.folded === 'in')))
    return null
  const name = JSON.stringify(field.name)
  const domain = `${word.folded}.${/wikipedia|archive|openstreetmap|creativecommons/.test(word.folded) ? 'org' : 'com'}`
  const values = noun.folded === 'in' ? [word.text] : [domain, word.folded]
  return questionOf(
    {
      ...extractOf(inquiry, 1, 3),
      reason: 'several_readings',
      question: `Which exact text may not stand in ${name}?`,
      wants: 'reading',
    },
    readable(
      inquiry,
      sentencesOf(values.map((value) => `field ${name} does not contain ${JSON.stringify(value)}`)),
    ),
  )
}

const linkNouns = /^(?:links?|urls?|hyperlinks?|weblinks?)$/

/** Asks whether the beginnings of web addresses are what may not stand in a field: `description has no links`. */
export const askLinksInField: Asker = (inquiry) => {
  const { tokens } = inquiry
  const [field, another] = fieldsIn(inquiry)
  const at = tokens.findIndex(({ folded }) => linkNouns.test(folded))
  const isDenied = tokens.slice(0, at).some(({ folded }) => denials.test(folded))
  if (at < 0 || field === undefined || another !== undefined || field.from === at || !isDenied) return null
  const isBare = /^(?:no|any|contains?|have|has|includes?|of|without|web)$/.test(tokens[at - 1]?.folded ?? '')
  if (tokens.length > 8 || !isBare) return null
  const name = JSON.stringify(field.name)
  return questionOf(
    {
      ...extractOf(inquiry, at, at + 1),
      reason: 'several_readings',
      question: `By which text is a link known in ${name}?`,
      wants: 'reading',
    },
    readable(
      inquiry,
      sentencesOf([
        `field ${name} does not contain the pattern "https?://|www[.]"`,
        `field ${name} does not contain "://"`,
      ]),
    ),
  )
}

/** Asks whether a link is an address that stands in the text: `contains a link to https://example.com`. */
export const askLinkTo: Asker = (inquiry) => {
  const { tokens } = inquiry
  const [first, another] = [...tokens.entries()].filter(([, { kind }]) => kind === 'url')
  const isLink = tokens.some(({ folded }) => /^(?:links?|hyperlink|backlink)$/.test(folded))
  const isDenied = tokens.some(({ folded }) => denials.test(folded))
  if (first === undefined || another !== undefined || !isLink || isDenied || fieldsIn(inquiry).length > 0)
    return null
  const [at, { text }] = first
  if (tokens.length > 8 || tokens[at - 1]?.folded !== 'to') return null
  return questionOf(
    {
      ...extractOf(inquiry, at, at + 1),
      reason: 'several_readings',
      question: `Is it enough that ${JSON.stringify(text)} stands in the text?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf([`text contains ${JSON.stringify(text)}`])),
  )
}
