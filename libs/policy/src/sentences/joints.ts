import type { Range } from '../placeholders/placeholder.ts'
import { clauseEnd } from '../inexact/time-words.ts'
import { enclosureAt, findEnclosures } from './enclosures.ts'

/** A place where a clause of a sentence ends and another one may start. */
export interface Joint extends Range {
  /** Whether what follows may be a statement whatever stands before. */
  readonly isStrong: boolean
  /** Whether what it joins could stand alone as sentences. */
  readonly isCut: boolean
  /** Whether it is a blank before words that open a clause, such as `by` with a time. */
  readonly isBlank: boolean
  /** Whether what stands before is the label of what follows. */
  readonly isLabel: boolean
}

const joints = new RegExp(clauseEnd, 'gi')
const cutting = /^(?:, (?:and|then|plus|but) | [-–—] )$/i

/** The joints of a sentence, outside of quotes and brackets. */
export function jointsOf(text: string): readonly Joint[] {
  const enclosures = findEnclosures(text)
  return Array.from(text.matchAll(joints), ({ index, 0: joint }) => ({
    start: index,
    end: index + joint.length,
    isStrong: joint === ': ' || cutting.test(joint),
    isCut: cutting.test(joint),
    isBlank: joint === ' ',
    isLabel: joint === ': ',
  })).filter(({ start }) => enclosureAt(enclosures, start) === undefined)
}
