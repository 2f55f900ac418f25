import { ReviewDecision, type ReviewPage } from '@outturn/contracts'

/** The fields of the form as they were filled in. */
export type DecisionForm = Readonly<Record<string, string | undefined>>

type Outcome = 'failed' | 'passed'

/** What is to be corrected in a form, and the field where; null where it is no single one. */
export type FormProblem = { readonly text: string; readonly field: string | null }

type Reviewed = Pick<ReviewPage, 'conditions' | 'review' | 'totalUnits'>
type Condition = ReviewPage['conditions'][number]
type Decided = { decision: ReviewDecision } | { problem: FormProblem }

/** The name of the field that has the outcome of a whole condition. */
export const outcomeField = ({ id }: Pick<Condition, 'id'>): string => `c.${id}`
/** The name of the field that has the units with an outcome. */
export const unitsField = ({ id }: Pick<Condition, 'id'>, outcome: Outcome): string => `u.${outcome}.${id}`

/** The decision that a form states, or what is to be corrected in it. */
export function decisionOf(form: DecisionForm, page: Reviewed): Decided {
  const choice = form['decision'] ?? ''
  if (choice === '') return problemAt('decision', 'Choose one of the three decisions.')
  const detail = (form['detail'] ?? '').replaceAll('\r\n', '\n').trim()
  const outcomes = outcomesOf(form, page)
  if ('problem' in outcomes) return outcomes
  const { conditionOutcomes, unitOutcomes } = outcomes
  const stated = conditionOutcomes.length + unitOutcomes.length
  if (choice === 'overturn' && stated === 0) {
    const [first] = page.conditions
    return problemAt(
      first === undefined ? 'decision' : firstField(first, page),
      'To say that the receipt is wrong, say for at least one condition how it ends instead.',
    )
  }
  if (choice !== 'overturn' && stated > 0) {
    const text =
      'Other outcomes are filled in below. They count only if you choose that the receipt is wrong: choose that, or clear them.'
    return problemAt('decision', text)
  }
  if (choice === 'needs_evidence' && detail === '') {
    return problemAt('detail', 'Explain which evidence is missing: both parties read it.')
  }
  if (detail.length > maxDetail) {
    return problemAt('detail', 'The explanation is longer than 2,000 characters. Shorten it.')
  }
  const parsed = ReviewDecision.safeParse({
    decision: choice,
    ...(detail !== '' && { detail }),
    ...(conditionOutcomes.length > 0 && { condition_outcomes: conditionOutcomes }),
    ...(unitOutcomes.length > 0 && { unit_outcomes: unitOutcomes }),
  })
  if (parsed.success) return { decision: parsed.data }
  const [name] = parsed.error.issues[0]?.path ?? []
  if (name === 'detail') return problemAt('detail', 'The explanation has a character that cannot be kept.')
  if (name === 'decision') return problemAt('decision', 'Choose one of the three decisions.')
  return { problem: { field: null, text: `At most ${maxUnits} units can be decided one by one.` } }
}

const maxDetail = 2_000
const maxUnits = 500

function problemAt(field: string, text: string): { problem: FormProblem } {
  return { problem: { field, text } }
}

/** The first field of a condition: of a review of single units there is none for the whole. */
export function firstField(condition: Condition, { review }: Pick<ReviewPage, 'review'>): string {
  return review.request.scope.units === undefined ? outcomeField(condition) : unitsField(condition, 'passed')
}

type ConditionOutcome = { readonly condition_id: string; readonly outcome: Outcome }
type UnitOutcome = ConditionOutcome & { readonly unit: number }

function outcomesOf(form: DecisionForm, { conditions, review, totalUnits }: Reviewed) {
  const { units: asked } = review.request.scope
  const conditionOutcomes: ConditionOutcome[] = []
  const unitOutcomes: UnitOutcome[] = []
  for (const condition of conditions) {
    const { id, number } = condition
    const outcome = form[outcomeField(condition)]
    if (outcome === 'passed' || outcome === 'failed') conditionOutcomes.push({ condition_id: id, outcome })
    const decided = new Set<number>()
    for (const name of ['passed', 'failed'] as const) {
      const field = unitsField(condition, name)
      const units = numbersIn(form[field] ?? '', totalUnits ?? 0)
      const label = `Condition ${number}, ${unitWords[name]} units`
      if (units === null) {
        const total = totalUnits ?? 0
        return problemAt(field, `${label}: write numbers from 1 to ${total}, such as ${sampleUnits(total)}.`)
      }
      const foreign = units.find((unit) => asked?.includes(unit) === false)
      if (foreign !== undefined) {
        return problemAt(
          field,
          `${label}: unit ${foreign} is not in question. Name some of ${asked?.join(', ')}.`,
        )
      }
      const twice = units.find((unit) => decided.has(unit))
      if (twice !== undefined) {
        return problemAt(field, `${label}: unit ${twice} is among the accepted units, too. Name it once.`)
      }
      for (const unit of units) decided.add(unit)
      unitOutcomes.push(...units.map((unit) => ({ condition_id: id, unit, outcome: name })))
    }
  }
  return { conditionOutcomes, unitOutcomes }
}

export const unitWords: Readonly<Record<Outcome, string>> = { passed: 'accepted', failed: 'rejected' }

/** A list of units that there are. */
export function sampleUnits(total: number): string {
  if (total < 2) return '1'
  return total < 7 ? '1, 2' : '2, 5-7'
}

/** The numbers of a list such as `2, 5-7`; null where it is none. */
function numbersIn(text: string, total: number): number[] | null {
  const numbers = new Set<number>()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, first, last = first] = /^(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === undefined || from < 1 || to > total || to < from || to - from > maxUnits) return null
    for (let unit = from; unit <= to; unit += 1) numbers.add(unit)
  }
  return [...numbers]
}
