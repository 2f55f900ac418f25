import { type CheckerName, type CheckForm, checkers, type DeterministicCheck } from '@outturn/checkers'

/** One way to state one check in English, with the pattern that covers the whole text. */
export interface Form extends CheckForm<DeterministicCheck> {
  readonly checker: CheckerName
  readonly pattern: RegExp
}

/** The forms of every checker, in no order of preference: a text that two forms read differently is refused. */
export const conditionForms: readonly Form[] = checkers.flatMap(({ name, forms }) =>
  forms.map((form) => ({ ...form, checker: name, pattern: new RegExp(`^(?:${form.wording})$`, 'di') })),
)
