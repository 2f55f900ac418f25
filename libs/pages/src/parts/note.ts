import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

/** A message that stands before the content of a page. */
export function note(tone: 'info' | 'good' | 'warn' | 'bad', content: ComponentChildren, id?: string): VNode {
  return html`<p class=${`note ${tone}`} id=${id}>${content}</p>`
}
