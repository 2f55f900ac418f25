import type { SharedSpool } from '@outturn/contracts'
import { badge, card, html } from '@outturn/pages'
import type { VNode } from 'preact'
import { resultWords } from '../result-words.ts'
import { toneOf } from '../result-tone.ts'

type Condition = SharedSpool['conditions'][number]

/** Each condition as it was agreed, who or what decides it, and what came of it last. */
export function agreedConditionsSection({ conditions }: Pick<SharedSpool, 'conditions'>): VNode {
  return card({ id: 'conditions', title: 'Conditions' }, [
    conditions.length === 0 ? html`<p>None were agreed yet.</p>` : null,
    conditions.map((condition, index) => {
      const { id, description, required, reads_as: reading, last_result: last } = condition
      return html`<article class="cond condition" data-condition=${id}>
        <div>
          <h3>Condition ${index + 1}${required ? '' : ' (optional)'}</h3>
          ${
            reading === undefined
              ? html`<p class="prose">${description}</p>`
              : html`<p class="prose" data-reads-as>${asSentence(reading)}</p>
                <p class="small quiet">Written as: <q class="prose">${description}</q></p>`
          }
          <p class="small quiet">${judgedBy(condition)}</p>
        </div>
        ${last === null ? badge('neutral', 'Not judged yet') : badge(toneOf(last.result), wordOf(last.result))}
      </article>`
    }),
  ])
}

/** A check in words with its capital and its full stop; what begins with a name, an address or a path keeps its first letter. */
function asSentence(words: string): string {
  const begun = /^[a-z]+ /.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words
  return `${begun}.`
}

function wordOf(result: string): string {
  return (resultWords as Record<string, string>)[result] ?? result.replaceAll('_', ' ')
}

const methodWords: Record<string, (condition: Condition) => string> = {
  deterministic: () => 'Judged by a fixed check.',
  human_confirmed: ({ confirmation_method: method }) =>
    method === 'both_confirm'
      ? 'Judged by both parties, who confirm it.'
      : 'Judged by the buyer, who confirms it.',
  ai_assisted: ({ claim_cited: terms }) =>
    `Judged by whether the evidence is cited for the claim “${memberOf(terms, 'claim')}”.`,
  external_tool: ({ external_judge: judge }) =>
    `Judged by ${memberOf(judge, 'name')}, an outside judge that signs its results.`,
}

function judgedBy(condition: Condition): string {
  return (
    methodWords[condition.verification_method]?.(condition) ??
    `Judged by ${condition.verification_method.replaceAll('_', ' ')}.`
  )
}

function memberOf(terms: unknown, name: string): string {
  const value: unknown =
    typeof terms === 'object' && terms !== null ? (terms as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : 'unknown'
}
