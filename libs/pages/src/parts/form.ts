import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

type Form = {
  readonly action: string
  /** Says that the form is one of ours; absent where no person is signed in. */
  readonly token?: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly id?: string
}

/** A form that changes something. */
export function postForm({ action, token, hidden = {}, id }: Form, content: ComponentChildren): VNode {
  const fields = { ...(token !== undefined && { _t: token }), ...hidden }
  return html`<form class="stack" method="post" action=${action} id=${id}>
    ${hiddenInputs(fields)}
    ${content}
  </form>`
}

function hiddenInputs(fields: Readonly<Record<string, string>>): readonly VNode[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
  )
}

type PasskeyForm = Form & {
  readonly use: 'sign-in' | 'add' | 'prove'
  /** What the device signs, or where the script fetches it. */
  readonly options: object | string
  /** The form that is sent after a proof. */
  readonly next?: string
  readonly button: string
}

/** A form that a passkey fills in. It is not shown in browsers that cannot, and where scripts are off, but keeps its place. */
export function passkeyForm({ action, token, hidden = {}, use, options, next, button }: PasskeyForm): VNode {
  const fields = { ...(token !== undefined && { _t: token }), ...hidden, response: '' }
  return html`<form
    class="stack waits"
    method="post"
    action=${action}
    data-passkey=${use}
    data-options=${typeof options === 'string' ? undefined : JSON.stringify(options)}
    data-options-from=${typeof options === 'string' ? options : undefined}
    data-next=${next}
  >
    ${hiddenInputs(fields)}
    <p><button class="btn" type="submit">${button}</button></p>
    <p class="err" role="status" data-passkey-problem=""></p>
  </form>`
}

type Field = {
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  /** What is wrong with what was entered. */
  readonly error?: string | undefined
  readonly value?: string
  readonly type?: 'text' | 'email'
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'decimal'
  readonly maxLength?: number
  readonly isMono?: boolean
  /** Whether it may be left empty. */
  readonly isOptional?: boolean
}

type Explained = Pick<Field, 'error' | 'hint' | 'name'>

/** The texts that a field is described by, as the attributes that say so. */
function describedBy({ name, hint, error }: Explained) {
  const ids = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ]
  return {
    'aria-invalid': error === undefined ? undefined : 'true',
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  }
}

/** What is wrong with a field, and what it takes. */
function explanations({ name, hint, error }: Explained): readonly (VNode | null)[] {
  return [
    error === undefined ? null : html`<span class="err" id=${`${name}-error`}>${error}</span>`,
    hint === undefined ? null : html`<span class="hint" id=${`${name}-hint`}>${hint}</span>`,
  ]
}

/** A line to fill in, with its label above and what is wrong below. */
export function textField(field: Field): VNode {
  const { name, label, value = '', type = 'text', isMono = false } = field
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input
      id=${name}
      name=${name}
      type=${type}
      value=${value}
      class=${isMono ? 'mono' : undefined}
      required=${field.isOptional !== true}
      autocomplete=${field.autoComplete ?? 'off'}
      inputmode=${field.inputMode}
      maxlength=${field.maxLength}
      ...${describedBy(field)}
    />
    ${explanations(field)}
  </div>`
}

/** A text of several lines, with its label above and what is wrong below. */
export function areaField(
  field: Pick<Field, 'error' | 'hint' | 'isMono' | 'isOptional' | 'label' | 'name' | 'value'> & {
    rows?: number
  },
): VNode {
  const { name, label, value = '', rows = 6 } = field
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <textarea
      id=${name}
      name=${name}
      rows=${rows}
      class=${field.isMono === true ? 'mono' : undefined}
      required=${field.isOptional !== true}
      ...${describedBy(field)}
      defaultValue=${value}
    />
    ${explanations(field)}
  </div>`
}

type Selection = {
  readonly name: string
  readonly label: string
  readonly chosen: string
  /** Words by value. */
  readonly options: Readonly<Record<string, string>>
  readonly hint?: string
  /** What is wrong with what was chosen. */
  readonly error?: string | undefined
}

/** One of several words. */
export function selectField(field: Selection): VNode {
  const { name, label, chosen, options } = field
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} name=${name} ...${describedBy(field)}>${Object.entries(options).map(
      ([value, text]) => html`<option value=${value} selected=${value === chosen}>${text}</option>`,
    )}</select>
    ${explanations(field)}
  </div>`
}

type Choice = { readonly value: string; readonly title: string; readonly text: string }

/** One of several, each with what it means. */
export function choiceField(
  {
    name,
    legend,
    chosen,
    error,
  }: { name: string; legend: string; chosen: string; error?: string | undefined },
  choices: readonly Choice[],
): VNode {
  return html`<fieldset class="field" id=${name} aria-describedby=${error === undefined ? undefined : `${name}-error`}>
    <legend>${legend}</legend>
    ${error === undefined ? null : html`<span class="err" id=${`${name}-error`}>${error}</span>`}
    ${choices.map(
      ({ value, title, text }) => html`<label class="pick">
        <input type="radio" name=${name} value=${value} checked=${value === chosen} />
        <span><b>${title}</b><span class="small quiet">${text}</span></span>
      </label>`,
    )}
  </fieldset>`
}
