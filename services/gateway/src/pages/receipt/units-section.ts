import { html, table } from '@outturn/pages'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { ComponentChildren, VNode } from 'preact'
import { causeWords, rejectionWords } from '../cause-words.ts'
import { claim } from './claim.ts'

/** So many units stand open on the page; the rest of those that it shows are one step away. */
const openUnits = 50
/** A page of more is no help to a reader; the file has all of them. */
const shownUnits = 1_000

type UnitReason = {
  readonly code: string
  readonly field?: string
  readonly unit?: number
  readonly condition_id?: string
}

type UnitLeaf = {
  readonly unit: number
  readonly result: string
  readonly reasons: readonly UnitReason[]
  readonly more_reasons?: number
  readonly identity?: { readonly id: string; readonly label?: string }
}

/** The units one by one, as far as the receipt carries them. */
export function unitsSection({ units, ...receipt }: OutcomeReceiptBody): VNode | null {
  if (units === null) return null
  const leaves = (receipt['unit_results'] ?? []) as readonly UnitLeaf[]
  const numbers = new Map(receipt.condition_results.map(({ condition_id: id }, index) => [id, index + 1]))
  return html`<section aria-labelledby="units-title">
    <h2 id="units-title">Units</h2>
    <p>Each accepted unit earns ${claim('units.earning_rule.unit_amount', units.earning_rule.unit_amount)}.</p>
    ${
      units.rejection_summary.length === 0
        ? null
        : table(
            'Rejections by reason',
            ['Reason', 'Units'],
            units.rejection_summary.map(({ reason, count }, index) => [
              rejectionWords(reason),
              claim(`units.rejection_summary.${index}.count`, count),
            ]),
          )
    }
    ${leaves.length === 0 ? [withoutLeaves()] : leafTables({ leaves, numbers })}
  </section>`
}

type Leaves = { readonly leaves: readonly UnitLeaf[]; readonly numbers: ConditionNumbers }

function withoutLeaves(): VNode {
  const text = 'This copy carries no unit results; their digest is part of what was signed.'
  return html`<p class="quiet">${text}</p>`
}

function leafTables(shownLeaves: Leaves): readonly (VNode | null)[] {
  const { leaves } = shownLeaves
  const shown = Math.min(leaves.length, shownUnits)
  const isWhole = leaves.length <= openUnits
  return [
    leafTable(
      isWhole ? 'All units' : `The first ${openUnits} of ${leaves.length} units`,
      shownLeaves,
      0,
      openUnits,
    ),
    isWhole
      ? null
      : html`<details id="more-units">
        <summary>
          ${shown === leaves.length ? 'All units' : `More units, up to unit ${shown}`}
        </summary>
        ${leafTable(`Units ${openUnits + 1} to ${shown}`, shownLeaves, openUnits, shown)}
        ${
          shown === leaves.length
            ? null
            : html`<p class="quiet">The file of the receipt has all ${leaves.length} units.</p>`
        }
      </details>`,
  ]
}

/** The number that each condition has on the page, by its id. */
type ConditionNumbers = ReadonlyMap<string, number>

/** `Row 3: email is missing, it repeats row 1, it has another value than agreed (condition 4)`. */
function reasonsText(
  row: number,
  { reasons, more_reasons: more }: UnitLeaf,
  numbers: ConditionNumbers,
): string {
  if (reasons.length === 0) return ''
  const texts = reasons.map(({ code, field, unit, condition_id: id = '' }) => {
    const number = numbers.get(id)
    return `${causeWords(code, field, unit)}${field !== undefined || number === undefined ? '' : ` (condition ${number})`}`
  })
  return `Row ${row}: ${[...texts, ...(more === undefined ? [] : [`${more} more`])].join(', ')}`
}

function leafTable(caption: string, { leaves, numbers }: Leaves, from: number, to: number): VNode {
  const rows = leaves
    .slice(from, to)
    .map((leaf, index): ComponentChildren[] => [
      leaf.unit,
      claim(`unit_results.${from + index}.result`, leaf.result, 'result'),
      reasonsText(leaf.unit, leaf, numbers),
      leaf.identity?.label ?? leaf.identity?.id ?? '–',
    ])
  return table(caption, ['Unit', 'Result', 'Reasons', 'Identity'], rows)
}
