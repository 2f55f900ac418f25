import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'
import { postForm } from './form.ts'

type Question = {
  /** The question, which names the thing. */
  readonly title: ComponentChildren
  /** What ends, and whether it can be undone. */
  readonly text: ComponentChildren
  readonly action: string
  readonly token: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Fields of the form, if it has some. */
  readonly fields?: ComponentChildren
  readonly button: ComponentChildren
  /** Whether it destroys or ends something. */
  readonly isRisk?: boolean
  readonly keep: { readonly href: string; readonly text: string }
}

/** The page between a person and an action that cannot be undone. The safe choice stands last; the script shows it as a dialog. */
export function confirmation(question: Question): readonly VNode[] {
  const { title, text, action, token, hidden, fields, button, isRisk = true, keep } = question
  return [
    html`<div class="title"><div><h1>${title}</h1><p>${text}</p></div></div>`,
    html`<div class="card">${postForm({ action, token, ...(hidden !== undefined && { hidden }) }, [
      fields ?? null,
      html`<p class="row"><button class=${isRisk ? 'btn risk' : 'btn go'} type="submit">${button}</button><a class="btn" href=${keep.href} data-close="">${keep.text}</a></p>`,
    ])}</div>`,
  ]
}
