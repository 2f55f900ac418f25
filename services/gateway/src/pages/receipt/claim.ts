import { html } from '@outturn/pages'
import type { VNode } from 'preact'
import { inWords, type Wording } from '../result-words.ts'

/**
 * A value of the receipt, with its path in the receipt: the script compares what stands here with what was signed, so a
 * page that shows something else is found.
 */
export function claim(path: string, value: string | number, wording?: Wording): VNode {
  const words = wording === undefined ? {} : { 'data-words': wording }
  return html`<span data-claim=${path} ...${words}>${inWords(String(value), wording)}</span>`
}
