import type { Refusal, SpoolView } from '@outturn/contracts'
import { areaField, confirmation, html, selectField, textField } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { spoolPath } from '../spools/spool-view.ts'
import { newDiscrepancyPath } from './discrepancy-list-page.ts'
import { kindNames } from './discrepancy-words.ts'

export type DiscrepancyForm = Readonly<
  Record<'condition' | 'description' | 'expected' | 'kind' | 'observed' | 'severity' | 'unit', string>
>

type NewView = {
  readonly spool: SpoolView
  readonly form: DiscrepancyForm
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The page that asks what differs. */
export function newDiscrepancyContent({ spool, form, token, formId, refusal }: NewView): ComponentChildren {
  const title = html`<bdi dir="auto">${spool.deliverable.title}</bdi>`
  const path = spoolPath(spool.id)
  const { holds_settlement: holds, window_hours: hours } = spool.dispute_policy
  const canBlock = holds && hours > 0 && spool.agreement.mode === 'bilateral'
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}>${title}</a> / Discrepancy</p>`,
    refusal === null ? null : refusalNote(refusal),
    ...confirmation({
      title: html`<span>Open a discrepancy of ${title}?</span>`,
      text: canBlock
        ? `A warning changes nothing. One that blocks holds the money until both parties close it in the same way, for at most ${hours} hours.`
        : 'It changes no verdict, receipt or amount. By the agreement nothing holds the money.',
      action: newDiscrepancyPath(spool.id),
      token,
      hidden: { form: formId },
      fields: [
        selectField({ name: 'kind', label: 'What differs', chosen: form.kind, options: kindNames }),
        selectField({
          name: 'severity',
          label: 'How severe',
          chosen: form.severity,
          options: {
            warn: 'Warning',
            info: 'For information',
            ...(canBlock && { block: 'Blocks the money' }),
          },
        }),
        areaField({
          ...{ name: 'description', label: 'In words', value: form.description, rows: 5 },
          hint: 'Such as: the record has 96 resolved tickets, the invoice 98. At most 2,000 characters.',
        }),
        optional('expected', 'Expected', form.expected, 'The value that you expected, such as 98.'),
        optional('observed', 'Observed', form.observed, 'The value that you see, such as 96.'),
        optional('condition', 'Condition', form.condition, 'Its number, such as 2.'),
        optional('unit', 'Unit', form.unit, 'Its number, such as 97; the first one is 1.'),
      ],
      button: 'Open the discrepancy',
      isRisk: form.severity === 'block',
      keep: { href: path, text: 'Leave it as it is' },
    }),
  ]
}

function optional(name: string, label: string, value: string, hint: string) {
  return textField({ name, label, value, hint, maxLength: 256, isOptional: true })
}
