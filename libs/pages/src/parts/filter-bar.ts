import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'
import type { Link } from '../site.ts'

export type FilterField =
  | {
      readonly kind: 'text'
      readonly name: string
      readonly label: string
      readonly value: string
      readonly hint?: string
    }
  | { readonly kind: 'date'; readonly name: string; readonly label: string; readonly value: string }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: string
      readonly value: string
      /** Words by value; the empty value stands for no filter. */
      readonly options: Readonly<Record<string, string>>
    }

type Filter = {
  /** Address of the list. */
  readonly action: string
  readonly fields: readonly FilterField[]
  /** What the list shows, in words. */
  readonly summary: ComponentChildren
  /** Ways out: each leads to the list without one of the filters. */
  readonly clears: readonly Link[]
}

/** The form above a list, which is kept in its address, and under it what it shows with a way out of each filter. */
export function filterBar({ action, fields, summary, clears }: Filter): readonly VNode[] {
  return [
    html`<form class="bar" method="get" action=${action}>
      ${fields.map((field) => html`<label>${field.label}${control(field)}</label>`)}
      <button class="btn" type="submit">Filter</button>
    </form>`,
    html`<p class="chips"><span>${summary}</span>${clears.map(({ href, text }) => html` <a href=${href}>${text}</a>`)}</p>`,
  ]
}

function control(field: FilterField): VNode {
  const { name, value } = field
  switch (field.kind) {
    case 'text':
      return html`<input name=${name} value=${value} placeholder=${field.hint} maxlength="120" autocomplete="off" />`
    case 'date':
      return html`<input name=${name} type="date" value=${value} />`
    case 'choice':
      return html`<select name=${name}>${Object.entries(field.options).map(
        ([each, text]) => html`<option value=${each} selected=${each === value}>${text}</option>`,
      )}</select>`
    default:
      return field satisfies never
  }
}

/** What stands under a page of a list: how much it shows, and the way on. */
export function pager(shown: ComponentChildren, next: Link | null): VNode {
  return html`<p class="pager"><span>${shown}</span>${next === null ? null : html`<a class="btn" href=${next.href} rel="next">${next.text}</a>`}</p>`
}
