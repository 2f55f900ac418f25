import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

type Form = {
  readonly action: string
  /** Says that the form is one of ours; absent where no person is signed in. */
  readonly token?: string
  readonly hidden?: Readonly<Record<string, string>>
}

/** A form that changes something. */
export function postForm({ action, token, hidden = {} }: Form, content: ComponentChildren): VNode {
  const fields = { ...(token !== undefined && { _t: token }), ...hidden }
  return html`<form class="stack" method="post" action=${action}>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${content}
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
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
  readonly isMono?: boolean
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
      required
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
