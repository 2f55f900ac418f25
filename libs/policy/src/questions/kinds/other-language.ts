import { foreignRun } from '../../wordings/languages.ts'
import { type Asker, extractOf, type Inquiry, type Proposal, readable } from '../inquiry.ts'
import { isNameAt } from './qualified.ts'

const repeated =
  /dup|dopp|doubl|dubb|dobb|repet|wiederhol|einmalig|eindeutig|unic|úni|uni[ck]|중복|重复|дубл|уник/iu
const greater =
  /größer|grösser|groesser|mayor|maior|supérieur|superieur|maggiore|groter|większ|större|større|büyük|больше|大于|über|plus/iu
const smaller =
  /kleiner|menor|inférieur|inferieur|minore|mniejsz|mindre|küçük|меньше|小于|unter|moins|weniger/iu
const leastOf =
  /mindestens|al menos|como mínimo|mínimo|au moins|pelo menos|almeno|minstens|minimaal|najmniej|minst|не менее|至少/iu

/** Says that a text is of another language, and proposes the nearest English sentences over the known fields. */
export const askOtherLanguage: Asker = (inquiry) => {
  const run = foreignRun(inquiry.words, (index) => isNameAt(inquiry, index))
  if (run === null) return null
  const to = run.isWhole ? inquiry.tokens.length : run.end
  const extract = extractOf(inquiry, run.isWhole ? 0 : run.start, to)
  const kept = run.isWhole ? readable(inquiry, proposals(inquiry)) : []
  return {
    ...extract,
    reason: 'other_language',
    question: `Conditions are read in English, and ${JSON.stringify(extract.text)} is not. What is required, in English?`,
    wants: 'sentence',
    candidates: kept.map(({ candidate }) => candidate),
    rewrites: kept.map(({ rewrite }) => rewrite),
  }
}

function* proposals(inquiry: Inquiry): Generator<Proposal> {
  for (const sentence of sentences(inquiry)) yield { candidate: sentence, rewrite: sentence }
}

/** Sentences made with the fields and numbers of the text; their first is the likeliest. */
function sentences({ text, tokens, words, index }: Inquiry): readonly string[] {
  const folded = words.map((word) => word.folded)
  const names: string[] = []
  for (let at = 0; at < folded.length; ) {
    const run = index.longestAt(folded, at)
    const [field] = run?.fields ?? []
    if (run !== null && field !== undefined && run.fields.length === 1) names.push(JSON.stringify(field.name))
    at = run?.end ?? at + 1
  }
  const numbers = tokens.filter(({ kind }) => kind === 'number').map(({ value }) => value)
  const [number] = numbers
  const [name] = names
  if (number === undefined) {
    if (name === undefined) return []
    const all = names.join(' and ')
    return repeated.test(text) ? [`no duplicates by ${all}`] : [`every row has ${all}`]
  }
  if (name === undefined) return [`${leastOf.test(text) ? 'at least' : 'exactly'} ${number} rows`]
  if (leastOf.test(text)) return [`${name} is at least ${number}`]
  if (greater.test(text)) return [`${name} is greater than ${number}`]
  if (smaller.test(text)) return [`${name} is less than ${number}`]
  return [`exactly ${number} rows`, `${name} is equal to ${number}`]
}
