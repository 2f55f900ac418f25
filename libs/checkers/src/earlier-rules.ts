import { z } from 'zod'
import { currentRules, type ValueRules } from './value-rules.ts'
import { parseDecimal } from './engines/decimal.ts'

// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const instantPattern = z.core.regexes.datetime({ offset: true })
const decimalText = { maxChars: 400, maxExponent: 400 }

/**
 * The rules of version 1.0.0, for receipts that say so: texts as ECMAScript trims them and writes them in lower case, times in
 * milliseconds, shares in whole basis points. Nothing is judged by them for the first time.
 */
export const earlierRules: ValueRules = {
  version: '1.0.0',
  isBlankText: (text) => text.trim() === '',
  comparedText: (text, { form, trims, folds }) => {
    const spaced = form === 'NFKC' ? text.normalize('NFKC').replace(/\s+/g, ' ').trim() : text
    const trimmed = trims ? spaced.trim() : spaced
    return folds ? trimmed.toLowerCase() : trimmed
  },
  identityText: (text) => text,
  jsonText: (text) => text,
  parseInstant: (value) => {
    if (typeof value !== 'string' || !instantPattern.test(value)) return null
    const ms = Date.parse(value)
    return Number.isNaN(ms)
      ? null
      : { second: Math.floor(ms / 1_000), nano: (ms - Math.floor(ms / 1_000) * 1_000) * 1_000_000 }
  },
  parseDecimal: (value) => parseDecimal(value, decimalText),
  readNumber: Number,
  readAddress: (text) => {
    const url = controlCharacter.test(text) ? null : URL.parse(text)
    return url === null || url.username !== '' || url.password !== ''
      ? { fault: 'invalid_url' }
      : { fault: null, url }
  },
  formatNamed: () => null,
  isWithinRate: (repeated, rows, limitBp) => Math.floor((repeated * 10_000) / rows) <= limitBp,
  tellsEmptyApart: false,
  tellsNumbersApart: false,
  tellsAbsentTextApart: false,
  readsAllTextAlike: false,
  countsUnitsAlone: false,
  saysClaims: false,
  tellsDigestsApart: false,
}

/** The rules of version 3.1.0. They say `wrong_evidence_type` of evidence of which only a digest was declared; those of today say so by a code of its own. */
export const rulesOf31: ValueRules = { ...currentRules, version: '3.1.0', tellsDigestsApart: false }

/**
 * The rules of version 3.0.0: those of version 3.1.0 without named formats, with every row in the share of repeated ones, with one cause for a
 * text that is not there and one that lacks a phrase, and with sentences that do not say what was agreed.
 */
export const rulesOf3: ValueRules = {
  ...rulesOf31,
  version: '3.0.0',
  formatNamed: () => null,
  tellsAbsentTextApart: false,
  countsUnitsAlone: false,
  saysClaims: false,
}

/** The rules of version 2.0.0: values within lists and objects as they stand, and a list or object as a value, whatever it holds. */
export const rulesOf2: ValueRules = { ...rulesOf3, version: '2.0.0', readsAllTextAlike: false }
