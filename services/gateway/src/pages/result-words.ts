import { minuteText, visibleText } from '@outturn/pages/text'

/** What the result of a receipt, a condition or a unit is called on a page. */
export const resultWords: Readonly<Record<string, string>> = {
  pass: 'Passed',
  partial: 'Partly passed',
  fail: 'Failed',
  uncertain: 'Uncertain',
  not_evaluated: 'Not evaluated',
  not_applicable: 'Not applicable',
}

export type Wording = 'result' | 'spaced' | 'time' | 'amount'

/** A value of a receipt as a page writes it; the page and the script that checks the page both ask here. */
export function inWords(value: string, wording: Wording | undefined): string {
  switch (wording) {
    case 'result':
      return resultWords[value] ?? visibleText(value)
    case 'spaced':
      return visibleText(value).replaceAll('_', ' ')
    case 'time':
      return minuteText(value)
    case 'amount':
      return visibleText(value).replaceAll(/\d(?=(?:\d{3})+\.)/g, '$&,')
    case undefined:
      return visibleText(value)
    default:
      return wording satisfies never
  }
}
