import type { OutcomeReceiptBody } from '@outturn/contracts'
import { badge, card, html, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { rejectionWords } from '../cause-words.ts'
import { toneOf } from '../result-tone.ts'
import { claim } from './claim.ts'
import { type ConditionNumbers, reasonsText, type UnitLeaf, unitLeaves } from './unit-leaves.ts'

/** So many units stand open on the page; the rest of those that it shows are one step away. */
const openUnits = 50
/** A page of more is no help to a reader; the file has all of them. */
const shownUnits = 1_000

/** The units one by one, as far as the receipt carries them. */
export function unitsSection(receipt: OutcomeReceiptBody): VNode | null {
  const { units } = receipt
  if (units === null) return null
  const leaves = unitLeaves(receipt)
  const numbers = new Map(receipt.condition_results.map(({ condition_id: id }, index) => [id, index + 1]))
  const counts = html`<span class="small quiet" id="unit-counts">${claim('units.accepted', units.accepted)} accepted, ${claim('units.rejected', units.rejected)} rejected, ${claim('units.uncertain', units.uncertain)} uncertain, of ${claim('units.total', units.total)}</span>`
  return card({ id: 'units', title: 'Units', aside: counts }, [
    // Units that all stand open say it one by one.
    units.rejection_summary.length === 0 || (leaves.length > 0 && leaves.length <= openUnits)
      ? null
      : table(
          'Rejected units by their first reason',
          ['First reason', 'Units'],
          units.rejection_summary.map(({ reason, count }, index) => [
            rejectionWords(reason),
            claim(`units.rejection_summary.${index}.count`, count),
          ]),
        ),
    leaves.length === 0 ? withoutLeaves() : leafTables({ leaves, numbers }),
  ])
}

type Leaves = { readonly leaves: readonly UnitLeaf[]; readonly numbers: ConditionNumbers }

function withoutLeaves(): VNode {
  const text = 'This copy carries no unit results; their digest is part of what was signed.'
  return html`<p class="small quiet">${text}</p>`
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
      : html`<details class="more" id="more-units">
        <summary>${shown === leaves.length ? 'All units' : `More units, up to unit ${shown}`}</summary>
        ${leafTable(`Units ${openUnits + 1} to ${shown}`, shownLeaves, openUnits, shown)}
        ${
          shown === leaves.length
            ? null
            : html`<p class="small quiet">The file of the receipt has all ${leaves.length} units.</p>`
        }
      </details>`,
  ]
}

function leafTable(caption: string, { leaves, numbers }: Leaves, from: number, to: number): VNode {
  const hasIdentity = leaves.some(({ identity }) => identity !== undefined)
  const rows = leaves
    .slice(from, to)
    .map((leaf, index): ComponentChildren[] => [
      leaf.unit,
      badge(toneOf(leaf.result), claim(`unit_results.${from + index}.result`, leaf.result, 'result')),
      ...(hasIdentity ? [leaf.identity?.label ?? leaf.identity?.id ?? '–'] : []),
      reasonsText(leaf, numbers) || '–',
    ])
  return table(caption, ['Unit', 'Result', ...(hasIdentity ? ['Identity'] : []), 'Reasons'], rows)
}
