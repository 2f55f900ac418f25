import { minuteText, visibleText } from '@outturn/pages/text'

/** What a receipt's result is called on a page. */
export const verdictWords: Readonly<Record<string, string>> = {
  pass: 'Passed: the work meets what was agreed',
  partial: 'Partly passed: some of the work meets what was agreed',
  fail: 'Failed: the work does not meet what was agreed',
  uncertain: 'Uncertain: the evidence does not decide it',
}

/** What the result of a condition or unit is called on a page. */
export const resultWords: Readonly<Record<string, string>> = {
  pass: 'passed',
  partial: 'partly passed',
  fail: 'failed',
  uncertain: 'uncertain',
  not_evaluated: 'not evaluated',
  not_applicable: 'not applicable',
}

export type Wording = 'verdict' | 'result' | 'spaced' | 'time'

/** A value of a receipt as a page writes it; the page and the script that checks the page both ask here. */
export function inWords(value: string, wording: Wording | undefined): string {
  switch (wording) {
    case 'verdict':
      return verdictWords[value] ?? visibleText(value)
    case 'result':
      return resultWords[value] ?? visibleText(value)
    case 'spaced':
      return visibleText(value).replaceAll('_', ' ')
    case 'time':
      return minuteText(value)
    case undefined:
      return visibleText(value)
    default:
      return wording satisfies never
  }
}
