import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

type Heading = {
  /** The id of the section; its heading has the same with `-title` behind it. */
  readonly id: string
  readonly title: ComponentChildren
  /** Stands at the end of the line of the heading. */
  readonly aside?: ComponentChildren
}

/** A section of a page on a surface of its own. */
export function card({ id, title, aside }: Heading, content: ComponentChildren): VNode {
  return html`<section class="card" id=${id} aria-labelledby=${`${id}-title`}>
    <header><h2 id=${`${id}-title`}>${title}</h2>${aside ?? null}</header>
    ${content}
  </section>`
}
