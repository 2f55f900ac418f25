import type { BlankForm, FoundBlank } from './blank-form.ts'

const decided =
  'determined|decided|confirmed|announced|agreed|advised|defined|specified|negotiated|discussed|set|fixed|named|established|finali[sz]ed|chosen|clarified|communicated'
const filled = 'completed|filled in|filled out|supplied|provided|inserted|added|written'
const later =
  '(?: (?:later|soon|shortly|separately|nearer the time|at a later (?:date|stage|time|point)|at a future date|in due course|in the future|afterwards|upon request|by (?:both|the) parties))?'
const endsHere = String.raw`(?=\s*(?:$|[.,;:!?)\]"'\n–—/]|- |\())`

/** `the date is to be confirmed`, `price: to be agreed later`, `not yet known`, `details to follow`. */
const openStates: readonly BlankForm[] = [
  { form: new RegExp(`\\bto be (?:${decided})${later}${endsHere}`, 'gim'), isBlank: isState },
  { form: new RegExp(`\\bto be (?:${filled})${later}${endsHere}`, 'gim'), isBlank: isEntry },
  {
    form: new RegExp(`\\bto be (?:${decided})\\b`, 'gi'),
    isBlank: ({ before }) => /[:–—(]\s*$/.test(before),
  },
  {
    form: new RegExp(`(?:\\bnot|n[’']t) been (?:${decided})(?: yet)?${endsHere}`, 'gim'),
    isBlank: ({ before }) => !general.test(before),
  },
  { form: new RegExp(`\\b(?:still|yet) to be (?:${decided}|${filled})\\b`, 'gi'), isBlank: isState },
  {
    form: /\b(?:not (?:yet )?(?:known|decided|determined|agreed|fixed|set|specified|defined|confirmed)|(?:still|as yet|yet) (?:unknown|undecided|undetermined|unspecified|unconfirmed)|unknown (?:as )?yet)\b/gi,
    isBlank: isUndecided,
  },
  {
    form: new RegExp(
      `\\b(?:details?|figures?|dates?|prices?|specifics|specification|amounts?|terms) (?:will|to) follow${endsHere}`,
      'gim',
    ),
  },
  { form: new RegExp(`\\bto follow${endsHere}`, 'gim'), isBlank: isEntry },
  {
    form: /\binsert (?:the |your |a |an )?(?:[a-z]+ ){1,3}here\b/gi,
    isBlank: ({ before }) => !/\b(?:not|to|please) $/i.test(before),
  },
]

/** A duty (`has to be confirmed`), a rule over all (`every booking is to be agreed`) or a condition (`if …`) leaves nothing open. */
const duty =
  /\b(?:has|have|had|needs?|needed|must|ought|requires?|required|expects?|expected|likely|able|about|want|wants|like|got|going|right|not) (?:\w+ )?$/i
const general =
  /\b(?:each|every|all|any|no|none|whose|either|one of|if|when|whenever|unless|until|where|which|that|those)\b/i

function isState({ before }: FoundBlank): boolean {
  return !duty.test(before) && !general.test(before)
}

/** `Name: to be provided` is open; `the file is to be provided` is a duty. */
function isEntry({ before }: FoundBlank): boolean {
  return /(?:^|[:([–—]|- )\s*$/.test(before)
}

/** `the price is not yet agreed`, `Venue: still unknown`; not `rows not known to the buyer`. */
function isUndecided({ before, after }: FoundBlank): boolean {
  const isStatement = /(?:^|[:([–—,]|- |\b(?:is|are|remains?))\s*$/i.test(before)
  return isStatement && !general.test(before) && /^\s*(?:$|[.,;:!?)\]\n])/.test(after)
}

/** TBD, TBC and TBA where they stand for a value, not as the name of something or as a word that a text must not have. */
const initials: BlankForm = {
  form: /(?<![\w-])(?:tbd|tbc|tba|tbh?d|t\.b\.[dca])(?![\w-])/gi,
  isBlank: (found) => !isName(found) && !isMentioned(found),
}

const values =
  'amount|date|price|number|deadline|quantity|fee|rate|time|total|sum|count|link|url|name|address|value|location|venue|budget|scope'
const nextWord = /^ ([a-z][\w'’-]*)/i
/** After these the sentence goes on, and the initials were its value. */
const goesOn =
  /^(?:by|at|on|in|and|or|but|if|when|after|before|until|with|for|to|from|as|per|upon|due|is|are|was|will|later|soon|please|then|pending|depending|once|usd|eur|gbp|rows?|days?|words?|leads?|hours?|dollars?|euros?|percent)$/i

/** `the TBD team signs`, `TBC Bank delivers`. */
function isName({ text, before, after }: FoundBlank): boolean {
  const next = nextWord.exec(after)?.[1]
  if (next === undefined || goesOn.test(next)) return false
  const isValue = new RegExp(`^(?:${values})s?$`, 'i').test(next)
  const isProperName = /^[A-Z][a-z]/.test(next) && /^[A-Z]+$/.test(text) && !/[:=]\s*$/.test(before)
  if (isProperName && !isValue) return true
  return (
    /\b(?:the|a|an|our|your|their|its|this|that|each|every|all|any|no|these|those|other|of) $/i.test(
      before,
    ) && !isValue
  )
}

const mentions = new RegExp(
  [
    String.raw`\b(?:words?|terms?|phrases?|texts?|strings?|letters|values?|abbreviations?|acronyms?|initials|markers?|placeholders?|markings?|entry|entries|mark(?:ed)?(?: as)?|says?|reads?|written|spelled|called|named|labell?ed|tagged|flagged) (?:as |like |such as |of )?$`,
    String.raw`\b(?:no|any|every|all|each|without(?: an?| any)?|free of(?: any)?|remaining|leftover|replace(?: every| all| each| any)?|remove(?: every| all| each| any)?|resolve(?: every| all| each| any)?|never|not|containing|contains?) $`,
    String.raw`\b(?:not|n[’']t|never|cannot|without|no [\w ]{1,30}) (?:be|being|contains?|containing|includes?|including|say|says|have|has|having|mention|mentions|use|uses|using|appear|read|show|shows|equal|equals|stay|remain|is|are)(?: (?:the|a|an|any|as|words?|set to))* $`,
    String.raw`\b(?:if|when|whenever|where|whose|unless|rows? (?:with|that|whose|where|in which)|counts? as|instead of|rather than|such as|like|means|stands for)\b[^,:]{0,40}$`,
    String.raw`\b(?:(?:one|any|either|some) of|either|among|(?:can|may|could|might) be)\b[^.]{0,60}$`,
  ].join('|'),
  'i',
)
const mentionedAfter =
  /^ ?(?:must not|may not|does not|do not|doesn[’']t|don[’']t|should not|is not (?:a|allowed|accepted|permitted)|cannot|counts? as|means|stands for|never|is (?:the|a|an|no|refused|rejected)\b|are (?:refused|rejected)\b|remains? in)/i

/** The word itself is meant: `no row contains TBD`, `the word TBD must not appear`. */
function isMentioned({ before, after }: FoundBlank): boolean {
  return mentions.test(before) || mentionedAfter.test(after)
}

/** Words that say that something is still open. */
export const openWords: readonly BlankForm[] = [initials, ...openStates]
