import { badge, html } from '@outturn/pages'
import type { VNode } from 'preact'
import type { SignedIn } from '../../sessions/serve-person.ts'

export type Progress = { readonly hasKey: boolean; readonly hasUsedKey: boolean; readonly hasRun: boolean }

/** How often the script of the page looks for the next step, ms. */
const refreshMs = 3_000

/** From nothing to a first receipt; each step ticks off by itself. */
export function stepsCard({ role }: Pick<SignedIn, 'role'>, { hasKey, hasUsedKey, hasRun }: Progress): VNode {
  const mayMake = role === 'owner' || role === 'developer'
  const steps = [
    {
      isDone: hasKey,
      title: 'Make a key',
      text: mayMake
        ? html`<a href="/console/keys/new">Make a key</a> for your program.`
        : 'An owner or a developer makes it.',
    },
    {
      // The use of a key is written behind the answer.
      isDone: hasUsedKey || hasRun,
      title: 'Send a request',
      text: 'The page of the new key has a command to paste into a terminal.',
    },
    {
      isDone: hasRun,
      title: 'See the receipt',
      text: html`A verification ends with a signed receipt; its link is in the answer. <a href="/console">Look again</a>`,
    },
  ]
  const isWhole = steps.every(({ isDone }) => isDone)
  return html`<section class="card" id="steps" aria-labelledby="steps-title" data-refresh=${isWhole ? undefined : refreshMs}><header><h2 id="steps-title">${
    isWhole ? 'Your account works' : 'Three steps to a first receipt'
  }</h2></header>
    <ol class="steps">${steps.map(
      ({ isDone, title, text }) =>
        html`<li><h3>${title} ${isDone ? badge('pass', 'done') : badge('neutral', 'to do')}</h3><p>${text}</p></li>`,
    )}</ol>
  </section>`
}
