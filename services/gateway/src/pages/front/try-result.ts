import { decimal } from '@outturn/money'
import { badge, html, note } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { rejectionWords } from '../cause-words.ts'
import { resultWords } from '../result-words.ts'
import { toneOf } from '../result-tone.ts'
import type { TextQuestion } from '@outturn/contracts'
import {
  conditionsOf,
  deliveredRows,
  tryFields,
  type TryForm,
  type TryRow,
  tryRows,
  unitCents,
} from './try-form.ts'
import { choicesOf, type TryOutcome } from './try-outcome.ts'

type Verified = Extract<TryOutcome, { kind: 'verified' }>['answer']
type Unclear = Extract<TryOutcome, { kind: 'unclear' }>

/** What came of the form: the verdict, a question about its words, or why it was refused. */
export function resultPane(form: TryForm, outcome: TryOutcome | null): ComponentChildren {
  switch (outcome?.kind) {
    case undefined:
      return html`<p class="small quiet">Verify the delivery as it is: row 3 has no web address. Then correct the row, or write other conditions, and verify again.</p>`
    case 'verified':
      return verifiedPane(form, outcome.answer)
    case 'unclear':
      return unclearPane(form, outcome)
    case 'refused':
      return [
        note('warn', outcome.problem.error, 'problems'),
        html`<p class="small">${outcome.problem.remediation}</p>`,
        html`<p class="small quiet">Request <span class="mono">${outcome.problem.request_id}</span>, code <a href=${`/docs/errors#${outcome.problem.code}`}>${outcome.problem.code}</a></p>`,
      ]
    default:
      return outcome satisfies never
  }
}

function verifiedPane({ rows }: TryForm, answer: Verified): ComponentChildren {
  const money = (cents: number) => decimal(BigInt(cents), 2)
  const result = answer.receipt?.result
  const path = answer.receipt === null ? null : `/r/${answer.receipt.id}`
  const problems = problemsByRow(rows, answer)
  return html`<div class="stack-s" role="status">
    <p class="row">
      ${result === undefined ? null : badge(toneOf(result), resultWords[result] ?? result)}
      <span class="strong num">${money(answer.earned_cents)} of ${money(tryRows * unitCents)} USD</span>
    </p>
    <ul class="small stack-s" id="problems">
      <li>${answer.accepted} of ${tryRows} rows ${answer.accepted === 1 ? 'is' : 'are'} accepted.</li>
      ${[...problems].map(([row, texts]) => html`<li>Row ${row}: ${texts.join('; ')}.</li>`)}
    </ul>
    ${
      path === null
        ? html`<p class="small">The sandbox cannot sign now, so there is no receipt. Verify again in a minute.</p>`
        : html`<p><a href=${path}>Open the signed receipt</a></p>`
    }
  </div>`
}

/** Why rows were not accepted, by their number in the table, each reason once. */
function problemsByRow(
  rows: readonly TryRow[],
  { rejections }: Verified,
): ReadonlyMap<number, readonly string[]> {
  const problems = new Map<number, string[]>()
  for (const { unit, reason } of rejections) {
    const number = rowNumber(rows, unit)
    const text = rejectionWords(reason)
    const known = problems.get(number) ?? []
    problems.set(number, known.includes(text) ? known : [...known, text])
  }
  return problems
}

/** The row of the table that a delivered row is; a unit that was not delivered stands for one that was left empty. */
function rowNumber(rows: readonly TryRow[], unit: number): number {
  const delivered = deliveredRows(rows).map(({ number }) => number)
  const empty = rows.map((_, index) => index + 1).filter((number) => !delivered.includes(number))
  return delivered[unit - 1] ?? empty[unit - delivered.length - 1] ?? unit
}

/** `row:field` of each cell that a reason names. */
export function faultyCells(rows: readonly TryRow[], outcome: TryOutcome | null): ReadonlySet<string> {
  if (outcome?.kind !== 'verified') return new Set()
  return new Set(
    outcome.answer.rejections.map(
      ({ unit, reason }) => `${rowNumber(rows, unit)}:${reason.slice(reason.indexOf(':') + 1)}`,
    ),
  )
}

/** The question about a condition, with texts to take in its place. */
function unclearPane(form: TryForm, { line, problem }: Unclear): ComponentChildren {
  const lines = conditionsOf(form.conditions)
  const condition = lines[line] ?? ''
  const questions = problem.questions ?? []
  const unsupported = problem.unsupported ?? []
  return html`<div class="stack-s" role="status" id="problems">
    <p class="small">Condition ${line + 1}: <q>${condition}</q></p>
    ${questions.map(
      (question) => html`<div class="stack-s">
        ${note('info', questionText(question))}
        ${choicesOf(question, condition).map(({ lines: instead, shown }) => choiceButton(lines, line, instead, shown))}
      </div>`,
    )}
    ${unsupported.map(({ text, reason }) => note('warn', `No check decides “${text}”: ${reason}. A person or an outside judge can, in an agreement between two parties.`))}
    ${questions.length + unsupported.length === 0 ? note('warn', problem.error) : null}
    <p class="small">${questions.length > 0 ? 'Choose a text, or write the condition so that it says exactly one thing.' : 'Take the words out, or write what a check can decide, such as: every row has a website.'} Nothing was verified${line + 1 < lines.length ? '; the lines after it are read next' : ''}.</p>
  </div>`
}

/** What is asked; a word that is no column of the table is named as such. */
function questionText({ reason, text, question }: TextQuestion): string {
  return reason === 'field_unmarked'
    ? `The table has no column “${text}”. It has ${tryFields.join(' and ')}.`
    : question
}

/** A button that sends the form again with this text in place of the condition. */
function choiceButton(
  lines: readonly string[],
  line: number,
  instead: readonly string[],
  shown: string,
): VNode {
  const conditions = [...lines.slice(0, line), ...instead, ...lines.slice(line + 1)].join('\n')
  return html`<p><button class="btn choice" type="submit" name="choice" value=${conditions}>${shown}</button></p>`
}
