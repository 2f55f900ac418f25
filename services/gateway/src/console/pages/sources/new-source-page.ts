import type { CommandOutput, Refusal, testSource } from '@outturn/contracts'
import { areaField, html, postForm, tabs, textField } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { type MappingMember, mappingMembers } from './mapping-text.ts'
import { newSourcePath, sourceListPath } from './source-words.ts'
import { triedResult } from './tried-payload.ts'

/** How what a source reports arrives. */
export const sourceWays = {
  hmac: 'Signed with a secret',
  ed25519: 'Signed with Ed25519',
  pull: 'Fetched by us',
} as const
export type SourceWay = keyof typeof sourceWays

/** What the form of a source has. Members of the mapping have `map_` before their name. */
export const sourceFormFields = [
  'name',
  'spool_id',
  'payload',
  'public_key',
  'url',
  'interval',
  'headers',
  'cursor_parameter',
  'cursor_pointer',
] as const
type MappingField = `map_${MappingMember}`
export const mappingFields = mappingMembers.map((member): MappingField => `map_${member}`)
export type SourceFormField = (typeof sourceFormFields)[number] | MappingField
export type NewSourceForm = Readonly<Record<SourceFormField, string>>

type NewView = {
  readonly way: SourceWay
  readonly form: NewSourceForm
  readonly token: string
  readonly formId: string
  readonly result: CommandOutput<typeof testSource> | Refusal | null
}

const wayWords: Readonly<Record<SourceWay, string>> = {
  hmac: 'The system sends each event as a webhook, signed by Standard Webhooks with a secret that we make. Most systems can.',
  ed25519:
    'The same, but the system signs with a private key that it keeps, and you register its public key. We hold no secret of it.',
  pull: 'The system sends nothing: we fetch an https address of it at an interval.',
}

/** The page that registers a source, and tries its mapping on a payload before. */
export function newSourceContent(view: NewView): ComponentChildren {
  const { way, form, token, formId, result } = view
  const refusal = result !== null && !('facts' in result) ? result : null
  const errorOf = errorsOf(refusal)
  const spool = form.spool_id === '' ? '' : `&spool=${encodeURIComponent(form.spool_id)}`
  const links = Object.entries(sourceWays).map(([each, text]) => ({
    href: `${newSourcePath}?way=${each}${spool}`,
    text,
  }))
  return [
    html`<p class="crumbs"><a href=${sourceListPath}>Sources</a> / New</p>`,
    html`<div class="title"><div><h1>Register a source</h1><p>A system of record that reports what happened. It costs nothing.</p></div></div>`,
    tabs('How it reports', links, `${newSourcePath}?way=${way}${spool}`),
    html`<div class="stack">${[
      html`<p class="quiet">${wayWords[way]}</p>`,
      refusal === null ? null : refusalNote(refusal),
      result !== null && 'facts' in result
        ? html`<section class="card" aria-label="What the payload would become">${triedResult(result)}</section>`
        : null,
      html`<div class="card">${postForm({ action: newSourcePath, token, hidden: { form: formId, way } }, [
        textField({
          ...{ name: 'name', label: 'Name', value: form.name, maxLength: 80, error: errorOf.name },
          hint: 'Both parties of a Spool read it, such as Ticket system.',
        }),
        ...wayFields(way, form, errorOf),
        textField({
          ...{
            name: 'spool_id',
            label: 'Spool (optional)',
            value: form.spool_id,
            isMono: true,
            maxLength: 60,
          },
          ...{ isOptional: true, error: errorOf.spool_id },
          hint: 'Its ID, if every fact is of one Spool. Leave it empty if each payload names its Spool, and say where below.',
        }),
        html`<h2>Where the parts of a fact are</h2>`,
        html`<p class="small quiet">Each is a JSON Pointer, such as <span class="mono">/ticket/id</span>, or <span class="mono">=</span> and a constant that every fact has, such as <span class="mono">=resolved</span>. A fact reads: the subject T-1 was resolved with the value 5.</p>`,
        ...mappingMembers.slice(0, 5).map((member) => mappingField(member, form, errorOf)),
        html`<details class="more" open=${hasMore(form, errorOf)}><summary>Lists, quantities and amounts</summary>
        <div class="stack">${mappingMembers.slice(5).map((member) => mappingField(member, form, errorOf))}</div>
      </details>`,
        areaField({
          ...{
            name: 'payload',
            label: 'Sample payload (optional)',
            value: form.payload,
            rows: 8,
            isMono: true,
          },
          ...{ isOptional: true, error: errorOf.payload },
          hint: 'A JSON document as the system sends it. Try the mapping on it before you register. Nothing of it is stored.',
        }),
        html`<p class="row"><button class="btn go" type="submit" name="act" value="create">Register the source</button><button class="btn" type="submit" name="act" value="try" formnovalidate="">Try the mapping</button><a class="btn" href=${sourceListPath}>Cancel</a></p>`,
      ])}</div>`,
    ]}</div>`,
  ]
}

type Errors = Partial<Record<SourceFormField, string>>

function wayFields(way: SourceWay, form: NewSourceForm, errorOf: Errors): readonly VNode[] {
  switch (way) {
    case 'hmac':
      return []
    case 'ed25519':
      return [publicKeyField(form.public_key, errorOf.public_key)]
    case 'pull':
      return [
        textField({
          ...{ name: 'url', label: 'Address', value: form.url, maxLength: 2_048, error: errorOf.url },
          hint: 'https, a public host, the usual port, such as https://shop.example/orders.',
        }),
        textField({
          ...{ name: 'interval', label: 'Seconds between two fetches', value: form.interval, maxLength: 5 },
          ...{ inputMode: 'numeric' as const, error: errorOf.interval },
          hint: 'From 60 to 86400, which is a day.',
        }),
        areaField({
          ...{
            name: 'headers',
            label: 'Request headers (optional)',
            value: form.headers,
            rows: 3,
            isMono: true,
          },
          ...{ isOptional: true, error: errorOf.headers },
          hint: 'One a line, such as Authorization: Bearer …; at most 5. They are kept encrypted and never shown again.',
        }),
        textField({
          ...{ name: 'cursor_parameter', label: 'Query parameter of the next page (optional)', isMono: true },
          ...{ value: form.cursor_parameter, maxLength: 64, isOptional: true },
          ...{ error: errorOf.cursor_parameter, hint: 'Such as after. Leave it empty if there is one page.' },
        }),
        textField({
          ...{ name: 'cursor_pointer', label: 'Where its value is found (optional)', isMono: true },
          ...{ value: form.cursor_pointer, maxLength: 256, isOptional: true, error: errorOf.cursor_pointer },
          hint: 'A JSON Pointer into the answer, such as /next.',
        }),
      ]
    default:
      return way satisfies never
  }
}

export function publicKeyField(value: string, error: string | undefined): VNode {
  return textField({
    ...{ name: 'public_key', label: 'Public key of the sender', value, maxLength: 120, isMono: true, error },
    hint: 'whpk_ and base64, or base64url of its 32 bytes.',
  })
}

const memberWords: Readonly<Record<MappingMember, readonly [label: string, hint: string]>> = {
  subject: ['Subject', 'What the fact is about, such as a ticket: /ticket/id'],
  predicate: ['Predicate', 'What is said of it: /event, or =resolved'],
  value: ['Value', 'A text, a number, true or false: /stars'],
  occurred_at: ['Time', 'When it happened. Without it, the time of the delivery counts.'],
  spool: [
    'ID of the Spool',
    'Where each payload names its Spool: /deal. Leave it empty if you named one above.',
  ],
  items: [
    'List',
    'Where the list is of which each element is a fact: /rows. The other pointers then begin in an element; one with // begins in the document.',
  ],
  quantity: ['Quantity', 'A whole number.'],
  amount_cents: ['Amount in cents', 'A whole number.'],
  currency: ['Currency', 'Three letters: /currency, or =USD'],
}
const required: readonly MappingMember[] = ['subject', 'predicate', 'value']

function mappingField(member: MappingMember, form: NewSourceForm, errorOf: Errors): VNode {
  const name: MappingField = `map_${member}`
  const [title, hint] = memberWords[member]
  const isOptional = !required.includes(member)
  const label = isOptional ? `${title} (optional)` : title
  return textField({
    ...{ name, label, hint, value: form[name], isMono: true, maxLength: 300 },
    ...{ isOptional, error: errorOf[name] },
  })
}

function hasMore(form: NewSourceForm, errorOf: Errors): boolean {
  return mappingFields.slice(5).some((name) => form[name] !== '' || errorOf[name] !== undefined)
}

const fieldNames: Readonly<Record<string, SourceFormField>> = {
  name: 'name',
  spool_id: 'spool_id',
  payload: 'payload',
  'signing.public_key': 'public_key',
  'pull.url': 'url',
  'pull.interval_seconds': 'interval',
  'pull.cursor.parameter': 'cursor_parameter',
  'pull.cursor.pointer': 'cursor_pointer',
}

/** What is wrong, at the field where it is. */
function errorsOf(refusal: Refusal | null): Errors {
  if (refusal === null) return {}
  const field = refusal.code === 'spool_not_found' ? 'spool_id' : (refusal.options.field ?? '')
  const member = mappingMembers.find((each) => field === `mapping.${each}`)
  const named =
    fieldNames[field] ??
    (field.startsWith('pull.headers')
      ? 'headers'
      : member === undefined
        ? undefined
        : (`map_${member}` as const))
  return named === undefined ? {} : { [named]: refusal.message }
}
