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
  readonly hint?: string
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

/** A line to fill in, with its label above and what is wrong below. */
export function textField(field: Field): VNode {
  const { name, label, hint, error, value = '', type = 'text', isMono = false } = field
  const described = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ]
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
      aria-invalid=${error === undefined ? undefined : 'true'}
      aria-describedby=${described.length === 0 ? undefined : described.join(' ')}
    />
    ${error === undefined ? null : html`<span class="err" id=${`${name}-error`}>${error}</span>`}
    ${hint === undefined ? null : html`<span class="hint" id=${`${name}-hint`}>${hint}</span>`}
  </div>`
}

/** A text of several lines, with its label above and what is wrong below. */
export function areaField(
  field: Pick<Field, 'error' | 'hint' | 'isMono' | 'isOptional' | 'label' | 'name' | 'value'> & {
    rows?: number
  },
): VNode {
  const { name, label, hint, error, value = '', rows = 6 } = field
  const described = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ]
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <textarea
      id=${name}
      name=${name}
      rows=${rows}
      class=${field.isMono === true ? 'mono' : undefined}
      required=${field.isOptional !== true}
      aria-invalid=${error === undefined ? undefined : 'true'}
      aria-describedby=${described.length === 0 ? undefined : described.join(' ')}
      defaultValue=${value}
    />
    ${error === undefined ? null : html`<span class="err" id=${`${name}-error`}>${error}</span>`}
    ${hint === undefined ? null : html`<span class="hint" id=${`${name}-hint`}>${hint}</span>`}
  </div>`
}

type Selection = {
  readonly name: string
  readonly label: string
  readonly chosen: string
  /** Words by value. */
  readonly options: Readonly<Record<string, string>>
  readonly hint?: string
}

/** One of several words. */
export function selectField({ name, label, chosen, options, hint }: Selection): VNode {
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} name=${name} aria-describedby=${hint === undefined ? undefined : `${name}-hint`}>${Object.entries(
      options,
    ).map(
      ([value, text]) => html`<option value=${value} selected=${value === chosen}>${text}</option>`,
    )}</select>
    ${hint === undefined ? null : html`<span class="hint" id=${`${name}-hint`}>${hint}</span>`}
  </div>`
}

type Choice = { readonly value: string; readonly title: string; readonly text: string }

/** One of several, each with what it means. */
export function choiceField(
  { name, legend, chosen }: { name: string; legend: string; chosen: string },
  choices: readonly Choice[],
): VNode {
  return html`<fieldset class="field">
    <legend>${legend}</legend>
    ${choices.map(
      ({ value, title, text }) => html`<label class="pick">
        <input type="radio" name=${name} value=${value} checked=${value === chosen} />
        <span><b>${title}</b><span class="small quiet">${text}</span></span>
      </label>`,
    )}
  </fieldset>`
}
