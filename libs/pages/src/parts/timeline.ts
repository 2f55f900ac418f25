import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

export type Moment = {
  /** ISO 8601. */
  readonly at: string
  /** The time as the page shows it. */
  readonly shownAt: ComponentChildren
  readonly content: ComponentChildren
  /** How it ended, or that it is still to come. */
  readonly tone?: 'pass' | 'partial' | 'now'
}

/** What happened, in the given order. */
export function timeline(id: string, moments: readonly Moment[]): VNode {
  return html`<ol class="time" id=${id}>
    ${moments.map(
      ({ at, shownAt, content, tone }) =>
        html`<li class=${tone}><time dateTime=${at}>${shownAt}</time> ${content}</li>`,
    )}
  </ol>`
}
