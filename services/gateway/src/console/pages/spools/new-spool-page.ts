import type { CommandOutput, compilePolicy, Refusal } from '@outturn/contracts'
import {
  areaField,
  badge,
  card,
  choiceField,
  html,
  keyValues,
  note,
  postForm,
  selectField,
  textField,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { refusalNote } from './action-page.ts'
import { centsOf, linesOf } from './plain-conditions.ts'

/** The fields of the form as they were filled in. */
export type NewSpoolForm = {
  readonly title: string
  readonly description: string
  readonly side: string
  readonly own_name: string
  readonly other_name: string
  readonly other_kind: string
  readonly other_account: string
  readonly mode: string
  readonly amount: string
  readonly units: string
  readonly unit_amount: string
  readonly columns: string
  readonly conditions: string
  readonly confirmed: string
  readonly term: string
  readonly window: string
}

export type NewSpoolView = {
  readonly form: NewSpoolForm
  readonly token: string
  readonly formId: string
  /** What the compiler read; null before a preview, or where there are no words to read. */
  readonly compiled: CommandOutput<typeof compilePolicy> | null
  /** Whether the form was read and can be sent as it stands. */
  readonly isPreview: boolean
  readonly refusal: Refusal | null
}

export const newSpoolPath = '/console/spools/new'

export const emptySpoolForm: NewSpoolForm = {
  title: '',
  description: '',
  side: 'buyer',
  own_name: '',
  other_name: '',
  other_kind: 'org',
  other_account: '',
  mode: 'bilateral',
  amount: '',
  units: '',
  unit_amount: '',
  columns: '',
  conditions: '',
  confirmed: '',
  term: '',
  window: '72',
}

const kinds = { org: 'Organization', human: 'Person', agent: 'Agent', service: 'Service' }

/** The form of a new agreement, with what the compiler reads in its words beside it. */
export function newSpoolContent(view: NewSpoolView): ComponentChildren {
  const { form, refusal } = view
  const errorOf = (field: string) => (refusal?.options.field === field ? refusal.message : undefined)
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / New</p>`,
    html`<div class="title"><div><h1>New Spool</h1><p>An agreement that can be verified: what is delivered, under which conditions, for how much. It moves no money.</p></div></div>`,
    refusal === null ? null : refusalNote(refusal),
    html`<div class="cols main">
      <div class="card">
        ${postForm({ action: newSpoolPath, token: view.token, hidden: { form: view.formId } }, [
          textField({
            name: 'title',
            label: 'Title',
            hint: 'Such as Leads with an email.',
            value: form.title,
            maxLength: 300,
            error: errorOf('title'),
          }),
          areaField({
            name: 'description',
            label: 'What is delivered',
            value: form.description,
            rows: 3,
            isOptional: true,
            hint: 'For people. No check reads it.',
          }),
          choiceField({ name: 'side', legend: 'You are', chosen: form.side }, [
            { value: 'buyer', title: 'The buyer', text: 'You pay for what is accepted.' },
            { value: 'seller', title: 'The seller', text: 'You deliver, and are paid for what is accepted.' },
          ]),
          textField({
            name: 'own_name',
            label: 'Your name in the agreement',
            value: form.own_name,
            maxLength: 120,
            error: errorOf('own_name'),
          }),
          textField({
            name: 'other_name',
            label: 'Name of the other party',
            value: form.other_name,
            maxLength: 120,
            error: errorOf('other_name'),
          }),
          selectField({
            name: 'other_kind',
            label: 'The other party is',
            chosen: form.other_kind,
            options: kinds,
          }),
          textField({
            name: 'other_account',
            label: 'Account of the other party',
            value: form.other_account,
            maxLength: 40,
            isOptional: true,
            isMono: true,
            hint: 'Its ID here, such as acc_0123…; leave it empty to invite the party.',
            error: errorOf('other_account'),
          }),
          choiceField({ name: 'mode', legend: 'Acceptance', chosen: form.mode }, [
            {
              value: 'bilateral',
              title: 'Both parties accept',
              text: 'The other party accepts or declines first.',
            },
            {
              value: 'unilateral',
              title: 'You alone set it',
              text: 'It holds at once, and you verify what you received.',
            },
          ]),
          textField({
            name: 'amount',
            label: 'Value, USD',
            value: form.amount,
            maxLength: 20,
            hint: 'Of the whole delivery, such as 25.00. May be left empty where there are units.',
            isOptional: true,
            error: errorOf('amount'),
          }),
          textField({
            name: 'units',
            label: 'Units',
            value: form.units,
            maxLength: 10,
            isOptional: true,
            hint: 'Such as 100 rows that are paid one by one. Leave it empty if the work is earned as a whole.',
            error: errorOf('units'),
          }),
          textField({
            name: 'unit_amount',
            label: 'Price of a unit, USD',
            value: form.unit_amount,
            maxLength: 20,
            isOptional: true,
            error: errorOf('unit_amount'),
          }),
          textField({
            name: 'columns',
            label: 'Columns of the table',
            value: form.columns,
            maxLength: 2_000,
            isOptional: true,
            hint: 'Divided by commas, such as name, email. A word of a condition names a column only if it stands here.',
          }),
          areaField({
            name: 'conditions',
            label: 'Conditions that a check decides',
            value: form.conditions,
            isOptional: true,
            hint: 'One a line, in plain words, such as: every row has an email.',
            error: errorOf('conditions'),
          }),
          areaField({
            name: 'confirmed',
            label: 'Conditions that the buyer confirms',
            value: form.confirmed,
            rows: 3,
            isOptional: true,
            hint: 'One a line: what no check can decide.',
          }),
          areaField({
            name: 'term',
            label: 'Terms in words',
            value: form.term,
            rows: 3,
            isOptional: true,
            hint: 'What else you agree on. No check reads it.',
          }),
          textField({
            name: 'window',
            label: 'Dispute window, hours',
            value: form.window,
            maxLength: 3,
            isOptional: true,
            hint: 'From each receipt, where both parties accept; 0 allows no disputes, 720 is the most.',
            error: errorOf('window'),
          }),
          html`<p class="row"><button class="btn" type="submit" name="step" value="preview">Preview</button><button class="btn go" type="submit" name="step" value="create">Create the Spool</button><a class="btn" href="/console/spools">Cancel</a></p>`,
        ])}
      </div>
      <aside class="stack side-note" aria-label="Reading of the conditions">${readingCard(view)}</aside>
    </div>`,
  ]
}

/** How the compiler reads each line; what it asks about a line that has several readings. */
function readingCard({ compiled, isPreview, form }: NewSpoolView): VNode {
  if (!isPreview) {
    return card({ id: 'reading', title: 'How your words are read' }, [
      html`<p class="quiet">Preview shows here how a check reads each line, and asks about words that have several readings. Nothing is created.</p>`,
      html`<p class="small quiet">Reading words counts as one compilation; the same words are counted once.</p>`,
    ])
  }
  const asked = linesOf(form.confirmed)
  const suggested = compiled?.suggested_conditions ?? []
  const open = [...(compiled?.ambiguities ?? [])]
  const unsupported = compiled?.unsupported ?? []
  return card({ id: 'reading', title: 'How your words are read' }, [
    suggested.length + asked.length === 0 && open.length + unsupported.length === 0
      ? note('warn', 'There is no condition. A Spool without one cannot be verified.')
      : null,
    suggested.map(
      ({ reads_as: reading, source_span: span, note: effect }) => html`<article class="cond">
        <div><p class="strong prose">${capital(reading)}.</p><p class="small quiet">Written as: <q class="prose">${span.text}</q></p>${effect === undefined ? null : html`<p class="small">${effect}</p>`}</div>
        ${badge('pass', 'A check decides')}
      </article>`,
    ),
    asked.map(
      (line) =>
        html`<article class="cond"><div><p class="prose"><bdi dir="auto">${line}</bdi></p></div>${badge('info', 'The buyer confirms')}</article>`,
    ),
    open.map(
      ({ question, text, rewrites }) => html`<article class="cond">
        <div><p class="strong prose">${question}</p><p class="small quiet">About: <q class="prose">${text}</q></p>${rewrites.length === 0 ? null : html`<ul class="small">${rewrites.map((each) => html`<li>${rewriteText(each)}</li>`)}</ul>`}</div>
        ${badge('uncertain', 'A question')}
      </article>`,
    ),
    unsupported.map(
      ({ text }) => html`<article class="cond">
        <div><p class="prose"><q>${text}</q></p><p class="small quiet">No check decides this. Move it to the conditions that the buyer confirms, or say what can be checked.</p></div>
        ${badge('uncertain', 'Not decided')}
      </article>`,
    ),
    keyValues('preview-value', [['Value', valueText(form)]]),
  ])
}

/** A proposed line, or several that say it together. */
function rewriteText(rewrite: string | readonly string[]): string {
  return typeof rewrite === 'string' ? rewrite : rewrite.join(' ')
}

function valueText({ amount, units, unit_amount: each }: NewSpoolForm): ComponentChildren {
  const wrong =
    [amount, each].find((text) => text.trim() !== '' && centsOf(text) === null) ??
    (units.trim() === '' || /^\d+$/.test(units.trim()) ? undefined : units)
  if (wrong !== undefined) return html`not a number: <q class="prose">${wrong}</q>`
  if (units.trim() === '') return amount.trim() === '' ? 'not named yet' : `${amount.trim()} USD as a whole`
  return `${units.trim()} units at ${each.trim()} USD${amount.trim() === '' ? '' : `, ${amount.trim()} USD together`}`
}

function capital(text: string): string {
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
