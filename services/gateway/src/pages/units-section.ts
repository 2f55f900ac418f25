import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { VNode } from 'preact'
import { h } from './markup.ts'
import { table } from './table.ts'

const shownUnits = 1_000

type UnitLeaf = {
  readonly unit: number
  readonly result: string
  readonly reasons: readonly { readonly code: string; readonly field?: string }[]
  readonly identity?: { readonly id: string; readonly label?: string }
}

/** The units one by one, the first thousand of them, where the receipt carries them. */
export function unitsSection({ units, ...receipt }: OutcomeReceiptBody): VNode | null {
  if (units === null) return null
  const leaves = (receipt['unit_results'] ?? []) as readonly UnitLeaf[]
  return h('section', { 'aria-labelledby': 'units-title' }, [
    h('h2', { id: 'units-title' }, 'Units'),
    h('p', null, `Each accepted unit earns ${units.earning_rule.unit_amount}.`),
    units.rejection_summary.length === 0
      ? null
      : table(
          'Rejections by reason',
          ['Reason', 'Units'],
          units.rejection_summary.map(({ reason, count }) => [reason.replaceAll('_', ' '), count]),
        ),
    leaves.length === 0
      ? h(
          'p',
          { class: 'quiet' },
          'This copy carries no unit results; their digest is part of what was signed.',
        )
      : table(
          leaves.length > shownUnits ? `The first ${shownUnits} of ${leaves.length} units` : 'All units',
          ['Unit', 'Result', 'Reasons', 'Identity'],
          leaves
            .slice(0, shownUnits)
            .map(({ unit, result, reasons, identity }) => [
              unit,
              result,
              reasons
                .map(({ code, field }) => (field === undefined ? code : `${code} (${field})`))
                .join(', '),
              identity?.label ?? identity?.id ?? '–',
            ]),
        ),
  ])
}
