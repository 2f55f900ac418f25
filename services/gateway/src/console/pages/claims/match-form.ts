import type { Refusal, SpoolView } from '@outturn/contracts'
import { card, html, postForm, selectField, textField } from '@outturn/pages'
import type { VNode } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { recordListPath } from './claim-words.ts'

export type MatchForm = Readonly<Record<'key' | 'open' | 'tolerance' | 'window', string>>

type FormView = {
  readonly spool: SpoolView
  readonly form: MatchForm
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The form that matches the claims of a Spool with its facts. */
export function matchForm({ spool, form, token, formId, refusal }: FormView): VNode {
  const errorAt = (field: string) => (refusal?.options.field === field ? refusal.message : undefined)
  return card({ id: 'match', title: 'Match again' }, [
    html`<p class="small quiet">Compares the claims and the facts as they are now. It opens a discrepancy for each difference, once; none of them holds the money.</p>`,
    refusal === null ? null : refusalNote(refusal),
    postForm({ action: recordListPath(spool.id, 'matches'), token, hidden: { form: formId } }, [
      textField({
        ...{
          name: 'window',
          label: 'Seconds between a claim and its fact',
          value: form.window,
          maxLength: 7,
        },
        ...{ inputMode: 'numeric' as const, error: errorAt('window_seconds') },
        hint: 'At most, from 0 to 2592000, which is 30 days.',
      }),
      textField({
        ...{ name: 'tolerance', label: 'Tolerance of numbers, in basis points', value: form.tolerance },
        ...{ maxLength: 5, inputMode: 'numeric' as const, error: errorAt('value_tolerance_bp') },
        hint: '100 is one per cent of the observed number; 0 is none.',
      }),
      selectField({
        ...{ name: 'key', label: 'What a claim and its fact share', chosen: form.key },
        options: { both: 'Subject and predicate', subject: 'The subject alone' },
      }),
      selectField({
        ...{ name: 'open', label: 'Discrepancies', chosen: form.open },
        options: { yes: 'Open one for each difference', no: 'Open none' },
      }),
      html`<p class="row"><button class="btn go" type="submit">Match</button></p>`,
    ]),
  ])
}
