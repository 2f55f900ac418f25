import { type BlankForm, foundBlank } from './blank-form.ts'
import { areFillInWords, isOneFillIn } from './fill-in-words.ts'
import { numberMarks } from './number-marks.ts'
import { openWords } from './open-words.ts'
import { leadsToValue, namesField } from './value-context.ts'

/** A place in a text; `end` is exclusive, in UTF-16 code units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A part of a text with its place. */
export interface Span extends Range {
  readonly text: string
}

/** Marks around words to fill in; where the words are the name of a field, nothing is missing. */
const bracketed: readonly BlankForm[] = [
  /\$?\[(?<inner>[^[\]\n]{0,200})\]/g,
  /<(?<inner>[^<>\n]{0,200})>/g,
  /(?<![\w/=.{])\$?\{(?<inner>[^{}\n]{1,200})\}(?!\})/g,
].map((form) => ({
  form,
  isBlank: (found) => isToFillIn(found.inner ?? '') && !namesField(found),
}))

/** Parentheses stand for a value only where one is expected: `by (date)`, not `the deadline (date)`. */
const inParentheses: BlankForm = {
  form: /(?<![\w\])])\((?<inner>[^()\n]{1,80})\)/g,
  isBlank: (found) => {
    const inner = found.inner ?? ''
    return (
      isOpenInParentheses(inner) ||
      (isOneFillIn(inner.replace(/^your /i, '')) && leadsToValue(found.before) && !namesField(found))
    )
  },
}

/** The ways to leave a blank. */
const blankForms: readonly BlankForm[] = [
  ...bracketed,
  inParentheses,
  { form: /\{\{[^{}]{0,200}\}\}/g, isBlank: (found) => !namesField(found) },
  { form: /\$(?:x+\b|_{2,})/gi },
  // Underscores inside a name, as in first__name, are not a blank to fill in.
  { form: /(?<![a-z0-9_])_{2,}|_{2,}(?![a-z0-9_])/gi },
  { form: /(?<!\S)\?{3,}(?![^\s.,;:)])/g },
  { form: /\bxx\/xx\/(?:xx){1,2}\b|\bxx\/xx\/\d{4}\b/gi },
  { form: /(?<=:[ \t]*)\[[ \t]{0,20}\](?=[ \t]*$)/gm },
  ...openWords,
  ...numberMarks,
]

/**
 * What looks like a blank and is none, blotted out before the search: task lists, code spans, quoted phrases, JSONPaths, Markdown links and footnotes, subscripts and type parameters, addresses and elements between `<` and
 * `>`, and names such as `__init__`.
 */
const complete: readonly RegExp[] = [
  /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[[ x]\](?=\s)/gim,
  /(`{1,3})(?!`)[^`\n]{1,500}\1(?!`)/g,
  /(?<![\w"])"[^"\n]{1,300}"(?![\w"])|“[^“”\n]{1,300}”|„[^„“”\n]{1,300}[“”]|«[^«»\n]{1,300}»|(?<![\w'])'[^'\n]{1,300}'(?![\w'])|‘[^‘’\n]{1,300}’(?!\w)/g,
  /\$(?:\.{1,2}[\w*]+|\.{0,2}\[(?:'[^'\]\n]{0,100}'|"[^"\]\n]{0,100}"|\?[^\]\n]{0,200}|\*|-?\d{1,9}|[-\d:]{1,30})\])+/g,
  /!?\[[^[\]\n]{0,200}\]\((?=[^()\s]{0,500}[/#.:])[^()\s]{1,500}(?: "[^"\n]{0,200}")?\)/g,
  /^[ \t]{0,3}\[[^[\]\n]{1,200}\]:[ \t]+\S+/gm,
  /\[\^[^[\]\s]{1,100}\]/g,
  /<([a-z][\w-]{0,40})(?: [^<>\n]{0,200})?>(?=[^<>\n]{0,300}<\/\1>)|<\/[a-z][\w-]{0,40}>/gi,
  /(?<=[\w)\]])(?<!\b(?:pay|by|on|of|is|to|from|for|in|at|the|and|or|dear|due|until|before|with|total|price))\[[^[\]\n]{1,100}\]/gi,
  /(?<=\w)(?<!\b(?:pay|by|on|of|is|to|from|for|in|at|the|and|or|dear|due|until|before|with|total|price))<[^<>\n]{1,100}>/gi,
  /<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,255}>|<[a-z][a-z0-9+.-]{1,20}:[^\s<>]{1,500}>/gi,
  /(?<!\w)__[a-z][a-z0-9]*(?:_[a-z0-9]+)*__(?!\w)/gi,
]

/** `[the guide][guide]`, with the label that it leads to; two blanks in a row are none. */
const referenceLink = /\[[^[\]\n]{1,200}\]\[([^[\]\n]{0,100})\]/g

/**
 * Finds the first blank that somebody still has to fill in: `[amount]`, `$[amount]`, `[DD/MM/YYYY]`, `[insert …]`, `<date>`,
 * `{{…}}`, `$X`, `__` or TBD. What only looks like one is not: a task list, a link, a citation, a subscript, a JSONPath, code.
 */
export function findPlaceholder(text: string): Span | null {
  if (!mayHaveBlank.test(text)) return null
  const unlinked = text.replace(referenceLink, (link, label: string) =>
    isToFillIn(label) ? link : blot(link),
  )
  const searched = complete.reduce((rest, form) => rest.replace(form, blot), unlinked)
  let first: Span | null = null
  for (const { form, isBlank } of blankForms) {
    for (const match of searched.matchAll(form)) {
      if (isBlank !== undefined && !isBlank(foundBlank(match, searched))) continue
      const span = { start: match.index, end: match.index + match[0].length, text: match[0] }
      if (first === null || span.start < first.start) first = span
      break
    }
  }
  return first
}

/** A character or a word without which no text has a blank; most texts end here. */
const mayHaveBlank =
  /[[<{_(#]|\$x|\?\?\?|\bx{1,6}\b|xx\b|\bt\.?b\.?[dca]\b|\bto be \w|\bto follow|will follow|\bnot (?:yet )?[a-z]|\byet\b|\bstill\b|\bhere\b|[dmy]{2,4}[./-][dmy]{1,3}/i

/** The same length, without any character that a blank is made of. */
function blot(found: string): string {
  return ' '.repeat(found.length)
}

const request =
  /^(?:please )?(?:(?:insert|enter|fill(?:[- ]in)?|specify|choose|circle|delete as|replace with|replace this) \S|specify$|fill[- ]in$|(?:add|state|select|pick|put|type|provide|write|give|replace) (?:your|our|the|an?|one|exact|final|here)\b|(?:add|put|type|write|select|pick) \S.* here$)/
const yours = /^your\b/
const stillOpen =
  /\b(?:to be|yet to be|tb) (?:determined|decided|confirmed|announced|agreed|advised|defined|completed|filled|specified|supplied|negotiated|discussed|provided|set|fixed|named)\b|^(?:tbd|tbc|tba|unknown yet|pending|not yet known|yes ?\/ ?no|y ?\/ ?n)\b/
const openState =
  /^(?:still )?(?:(?:yet )?to be (?:determined|decided|confirmed|announced|agreed|advised|defined|specified|supplied|negotiated|discussed|provided|set|fixed|named|completed|filled in)|tbd|tbc|tba|unknown yet|not yet known|to follow)(?: later)?$/
const missingNumber = /^[$€£¥]? ?x{2,}(?:[.,]x+)*%?$/
const dateFormat = /^(?:[dmy]{1,4}|h{1,2}|mm|ss)(?:[ /.:-]+(?:[dmy]{1,4}|h{1,2}|mm|ss|tz)){1,6}$/
const marks = /^(?:[$€£¥#]? ?(?:x+(?:[.,/-]x+)*|_+|[•●▪]+|\?+)%?)$/

/** What leaves something open wherever it stands in parentheses. */
function isOpenInParentheses(words: string): boolean {
  const text = words.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (openState.test(text) || missingNumber.test(text)) return true
  const asked = /^(?:please )?(?:insert|enter|fill in|specify|add|state|choose) (.+)$/.exec(text)?.[1]
  return asked !== undefined && areFillInWords(asked.replace(/ here$/, ''))
}

/** Whether words between marks ask to be replaced: `insert date`, `your name`, `amount in USD`, `DD/MM/YYYY`, `XX`. */
function isToFillIn(words: string): boolean {
  const text = words.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (text === '') return false
  if (request.test(text) || yours.test(text) || stillOpen.test(text)) return true
  if (dateFormat.test(text) || marks.test(text)) return true
  return areFillInWords(text)
}
