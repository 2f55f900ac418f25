import type { DeterministicCheck } from '@outturn/checkers'
import { exceptions, hedges, revoking, wishes } from '../wordings/undoing.ts'
import { type Word, wordsOf } from '../wordings/words.ts'
import type { Circumstances, ReadCheck } from '../outcome.ts'
import { readText } from '../read-text.ts'
import type { Token } from '../tokens/token.ts'
import { tokenize } from '../tokens/tokenize.ts'

/** The longest sentence that is taken in place of a clause, in UTF-16 code units. */
const maxRewriteChars = 500

const negations = new Set(
  'no not never none neither nor without cannot nothing nowhere cant isnt arent wasnt werent doesnt dont didnt mustnt shouldnt wont wouldnt neednt only if when unless except but most some'.split(
    ' ',
  ),
)

const exactKinds: ReadonlySet<Token['kind']> = new Set([
  'number',
  'percentage',
  'money',
  'day',
  'instant',
  'local_time',
  'url',
  'digest',
  'path',
  'pattern',
  'list',
  'bracketed',
  'odd',
])

/**
 * Whether a sentence that someone else wrote may stand in place of a clause: it compiles as it stands, and every field in it is
 * known, every number, time, quoted phrase and value is in the clause, and no word that negates or narrows the clause is left out.
 */
export function isFaithfulRewrite(clause: string, sentence: string, circumstances: Circumstances): boolean {
  if (sentence.length > maxRewriteChars || !sentence.isWellFormed() || sentence.trim() === '') return false
  const { checks, questions, undecided } = readText(sentence, { ...circumstances, isSuggestion: false })
  if (checks.length === 0 || questions.length > 0 || undecided.length > 0) return false
  const [said, words] = [tokenize(clause), tokenize(sentence)]
  const marked = said.filter(({ kind }) => kind === 'quoted' || kind === 'backtick').map(({ value }) => value)
  const names = new Set([...circumstances.fields.map(({ name }) => name), ...marked])
  return (
    checks.every(
      ({ check }) => fieldsOf(check).every((name) => names.has(name)) && valuesOf(check).every(isIn(clause)),
    ) &&
    words.every((token) => isSaid(token, { said, clause, names })) &&
    narrowingsAreIn(wordsOf(said), wordsOf(words), checks)
  )
}

function isIn(clause: string): (value: string) => boolean {
  const folded = clause.toLowerCase()
  return (value) => folded.includes(value.toLowerCase())
}

/** Whether an exact part of the sentence is in the clause; a marked name is one of a known field. */
function isSaid(
  { kind, value }: Token,
  known: { readonly said: readonly Token[]; readonly clause: string; readonly names: ReadonlySet<string> },
): boolean {
  if (kind === 'quoted' || kind === 'backtick') return known.names.has(value) || known.clause.includes(value)
  return !exactKinds.has(kind) || known.said.some((token) => token.kind === kind && token.value === value)
}

/** Whether each word that negates or narrows the clause is in the sentence as well. A wish stays one. */
function narrowingsAreIn(
  clause: readonly Word[],
  sentence: readonly Word[],
  checks: readonly ReadCheck[],
): boolean {
  const kept = new Set(sentence.map(({ folded }) => folded))
  const narrowing = clause.filter(({ folded, isQuoted }) => !isQuoted && negations.has(folded))
  for (const table of [exceptions, hedges, revoking]) {
    for (const { start, end } of table.all(clause)) narrowing.push(...clause.slice(start, end))
  }
  const isWish = wishes.has(clause)
  return (
    narrowing.every(({ folded }) => kept.has(folded)) &&
    (!isWish || checks.every(({ required }) => !required))
  )
}

/** The names of the fields that a check reads. */
function fieldsOf(check: DeterministicCheck): readonly string[] {
  return membersOf(check).flatMap(([member, value]) => {
    if (member === 'field' || member === 'required_fields' || member === 'key_fields')
      return [value].flat().map(String)
    return member === 'path' || member === 'value_path' ? namesIn(String(value)) : []
  })
}

/** The texts that a check compares with. */
function valuesOf(check: DeterministicCheck): readonly string[] {
  const members = membersOf(check)
  const isForm = members.some(([member, value]) => member === 'operator' && value === 'format')
  const compared = new Set(['text', 'all_of', 'any_of', 'none_of', ...(isForm ? [] : ['value'])])
  return members.flatMap(([member, value]) =>
    compared.has(member) ? [value].flat().filter((each): each is string => typeof each === 'string') : [],
  )
}

/** The members of a check, and those of the objects in it. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([member, inner]): (readonly [string, unknown])[] => {
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isObject ? [...membersOf(inner as object)] : [[member, inner]]
  })
}

/** The names in a path, such as `a` and `b` of `$['a','b']`. */
function namesIn(path: string): readonly string[] {
  const quoted = Array.from(path.matchAll(/'((?:[^'\\]|\\.)*)'/g), ([, name = '']) =>
    name.replaceAll(/\\(.)/g, '$1'),
  )
  return quoted.length > 0 ? quoted : Array.from(path.matchAll(/\.(\w+)/g), ([, name = '']) => name)
}
