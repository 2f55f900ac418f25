import type { ComponentChildren, VNode } from 'preact'
import { html } from '../markup.ts'

export type Tone = 'pass' | 'partial' | 'fail' | 'uncertain' | 'info' | 'neutral'

/** A word with the shape and the colour of its meaning, so that no meaning hangs on colour alone. */
export function badge(tone: Tone, content: ComponentChildren): VNode {
  return html`<span class=${`badge ${tone === 'neutral' ? 'plain' : tone}`}>${content}</span>`
}
