import type { OutcomeReceiptBody } from '@outturn/contracts'
import { decimal, parseDecimal } from '@outturn/money'
import { html, visibleText } from '@outturn/pages'
import type { VNode } from 'preact'
import { inWords } from '../result-words.ts'
import { rejectionWords } from '../cause-words.ts'
import { verifierTitle } from '../verifier-title.ts'
import { unitNoun } from './bought.ts'
import { claim } from './claim.ts'
import { reasonsText, unitLeaves } from './unit-leaves.ts'

/** Reasons that stand one by one; the others are counted. */
const shownLines = 4

type Line = { readonly text: string; readonly amount: string; readonly isOff?: boolean }

/** Why the work earned what it earned, line by line, with the sum under them. */
export function whySection(receipt: OutcomeReceiptBody): VNode {
  const { earned, committed, decimals, asset } = receipt.amounts
  const missing = decimal(parseDecimal(committed, decimals) - parseDecimal(earned, decimals), decimals)
  const isWhole = parseDecimal(missing, decimals) === 0n
  const title = isWhole ? 'What was earned' : `Why ${inWords(missing, 'amount')} was not earned`
  return html`<section aria-labelledby="why-title" id="why">
    <h2 id="why-title">${title}</h2>
    <ul class="lines">
      ${linesOf(receipt).map(
        ({ text, amount, isOff = false }) =>
          html`<li class=${isOff ? 'off' : null}><span>${text}</span><span>${inWords(amount, 'amount')}</span></li>`,
      )}
      <li class="total"><span>Earned</span><span>${claim('amounts.earned', earned, 'amount')} ${asset}</span></li>
    </ul>
  </section>`
}

function linesOf(receipt: OutcomeReceiptBody): Line[] {
  const { units, amounts, condition_results: results } = receipt
  const nothing = decimal(0n, amounts.decimals)
  if (units === null) {
    return results.map(({ verifier_id: id, result, reason }): Line => {
      const isMet = result === 'pass' || result === 'not_applicable'
      return {
        text: `${verifierTitle(id)}: ${isMet ? 'met' : withoutCode(reason)}`,
        amount: '',
        isOff: !isMet,
      }
    })
  }
  const noun = (count: number) => unitNoun(receipt, count)
  const accepted: Line[] =
    units.accepted === 0
      ? []
      : [{ text: acceptedText(receipt, units.accepted, noun), amount: amounts.earned }]
  return [...accepted, ...rejectedLines(receipt, nothing, noun)]
}

/** The sentence of a reason such as `missing_row: expected 3 rows, got 2`; the finding itself shows it as it was signed. */
function withoutCode(reason: string): string {
  return reason.replace(/^[a-z]+(?:_[a-z]+)+: /, '')
}

type Noun = (count: number) => string

/** `Rows 1, 2 and 4`, or `12 accepted rows` where they are many. */
function acceptedText(receipt: OutcomeReceiptBody, accepted: number, noun: Noun): string {
  const numbers = unitLeaves(receipt).flatMap(({ unit, result }) => (result === 'pass' ? [unit] : []))
  if (numbers.length !== accepted || accepted > 6) return `${accepted} accepted ${noun(accepted)}`
  const name = noun(accepted)
  const listed = [numbers.slice(0, -1).join(', '), numbers.at(-1)].filter((part) => part !== '').join(' and ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${listed}`
}

function rejectedLines(receipt: OutcomeReceiptBody, nothing: string, noun: Noun): Line[] {
  const { units } = receipt
  const rejected = unitLeaves(receipt).filter(({ result }) => result !== 'pass')
  if (rejected.length === 0) {
    return (units?.rejection_summary ?? []).slice(0, shownLines).map(({ reason, count }) => ({
      text: `${count} ${noun(count)}: ${rejectionWords(visibleText(reason))}`,
      amount: nothing,
      isOff: true,
    }))
  }
  const singular = noun(1)
  const name = `${singular.charAt(0).toUpperCase()}${singular.slice(1)}`
  const lines = rejected.slice(0, shownLines).map((leaf): Line => {
    const reasons = reasonsText(leaf)
    return {
      text: `${name} ${leaf.unit}: ${reasons === '' ? 'not accepted' : reasons}`,
      amount: nothing,
      isOff: true,
    }
  })
  const more = rejected.length - lines.length
  return more === 0
    ? lines
    : [...lines, { text: `${more} more ${noun(more)} not accepted`, amount: nothing, isOff: true }]
}
