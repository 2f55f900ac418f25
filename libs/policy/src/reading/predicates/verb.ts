import { doing } from '../../lexicon/modals.ts'
import { type VerbName, verbs } from '../../lexicon/verbs.ts'
import { alt, map, memo, type Rule, said, seq, words } from '../chart.ts'
import type { FieldTest } from '../demands/field-test.ts'
import { denied, predicate, type Predicate } from './predicate.ts'

export const tests = (...all: readonly FieldTest[]): Predicate => predicate(() => [{ value: all }])

/** A verb in any of its forms; false where it is denied. */
export function verb(name: VerbName): Rule<boolean> {
  const { bare, third, participle } = verbs[name]
  return memo(
    alt(
      map(seq(words(doing), said(bare)), ([isAffirmed]) => isAffirmed),
      map(said(third), () => true),
      map(seq(said('never|not'), said(third)), () => false),
      map(said(bare), () => true),
      map(said(participle), () => true),
    ),
  )
}

/** Turns a predicate where its verb is denied; one whose denial is not clear is dropped. */
export function turned(rule: Rule<readonly [isAffirmed: boolean, one: Predicate]>): Rule<Predicate> {
  return map(rule, ([isAffirmed, one]) => (isAffirmed ? one : denied(one)))
}
