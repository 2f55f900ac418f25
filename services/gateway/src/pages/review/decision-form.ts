import { ReviewDecision, type ReviewPage } from '@outturn/contracts'

/** The fields of the form as they were filled in. */
export type DecisionForm = Readonly<Record<string, string | undefined>>

export type Outcome = 'failed' | 'passed'

/** The decision that a form states, or what is to be corrected in it. */
export function decisionOf(
  form: DecisionForm,
  { conditions, totalUnits }: Pick<ReviewPage, 'conditions' | 'totalUnits'>,
): { decision: ReviewDecision } | { problem: string } {
  const choice = form['decision']
  if (choice === undefined || choice === '') return { problem: 'Choose one of the three decisions.' }
  const detail = (form['detail'] ?? '').replaceAll('\r\n', '\n').trim()
  const isOverturn = choice === 'overturn'
  const units = isOverturn ? conditions.map(({ id }) => unitsOf(form, id, totalUnits ?? 0)) : []
  const wrong = units.find((each) => 'problem' in each)
  if (wrong !== undefined && 'problem' in wrong) return wrong
  const conditionOutcomes = conditions.flatMap(({ id }) => {
    const outcome = form[`c.${id}`]
    return isOverturn && (outcome === 'passed' || outcome === 'failed') ? [{ condition_id: id, outcome }] : []
  })
  const unitOutcomes = units.flatMap((each) => ('units' in each ? each.units : []))
  if (isOverturn && conditionOutcomes.length + unitOutcomes.length === 0) {
    return { problem: 'To overturn the receipt, say for at least one condition how it ends instead.' }
  }
  if (choice === 'needs_evidence' && detail === '') {
    return { problem: 'Explain which evidence is missing: both parties read it.' }
  }
  const parsed = ReviewDecision.safeParse({
    decision: choice,
    ...(detail !== '' && { detail }),
    ...(conditionOutcomes.length > 0 && { condition_outcomes: conditionOutcomes }),
    ...(unitOutcomes.length > 0 && { unit_outcomes: unitOutcomes }),
  })
  return parsed.success
    ? { decision: parsed.data }
    : { problem: 'The explanation is longer than 2,000 characters, or too many units are named.' }
}

type UnitOutcomes = { units: { condition_id: string; unit: number; outcome: Outcome }[] }

function unitsOf(form: DecisionForm, id: string, total: number): UnitOutcomes | { problem: string } {
  const units: UnitOutcomes['units'] = []
  for (const outcome of ['passed', 'failed'] as const) {
    const numbers = numbersIn(form[`u.${outcome}.${id}`] ?? '', total)
    if (numbers === null) {
      return { problem: `Write units as numbers from 1 to ${total}, such as 2, 5-7.` }
    }
    units.push(...numbers.map((unit) => ({ condition_id: id, unit, outcome })))
  }
  return { units }
}

/** The numbers of a list such as `2, 5-7`; null where it is none. */
function numbersIn(text: string, total: number): number[] | null {
  const numbers = new Set<number>()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, first, last = first] = /^(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === undefined || from < 1 || to > total || to < from || to - from > 500) return null
    for (let unit = from; unit <= to; unit += 1) numbers.add(unit)
  }
  return [...numbers]
}
