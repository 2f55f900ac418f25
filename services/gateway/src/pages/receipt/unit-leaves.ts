import type { OutcomeReceiptBody } from '@outturn/contracts'
import { causeWords } from '../cause-words.ts'

type UnitReason = {
  readonly code: string
  readonly field?: string
  readonly unit?: number
  readonly condition_id?: string
}

export type UnitLeaf = {
  readonly unit: number
  readonly result: string
  readonly reasons: readonly UnitReason[]
  readonly more_reasons?: number
  readonly identity?: { readonly id: string; readonly label?: string }
}

/** The results of single units, as far as this copy of the receipt carries them. */
export function unitLeaves(receipt: OutcomeReceiptBody): readonly UnitLeaf[] {
  return (receipt['unit_results'] ?? []) as readonly UnitLeaf[]
}

/** The number that each condition has on the page, by its id. */
export type ConditionNumbers = ReadonlyMap<string, number>

/**
 * `email is missing, it repeats row 1, it has another value than agreed (condition 4)`. What several conditions say in the
 * same words stands once.
 */
export function reasonsText({ reasons, more_reasons: more }: UnitLeaf, numbers?: ConditionNumbers): string {
  const conditions = new Map<string, number[]>()
  for (const { code, field, unit, condition_id: id = '' } of reasons) {
    const text = causeWords(code, field, unit)
    const number = field === undefined ? numbers?.get(id) : undefined
    const known = conditions.get(text) ?? []
    conditions.set(text, number === undefined || known.includes(number) ? known : [...known, number])
  }
  const texts = Array.from(conditions).map(([text, known]) => {
    if (known.length === 0) return text
    const list = known.join(', ').replace(/, (\d+)$/, ' and $1')
    return `${text} (${known.length === 1 ? 'condition' : 'conditions'} ${list})`
  })
  return [...texts, ...(more === undefined ? [] : [`${more} more`])].join(', ')
}
