import type { ListedReceipt } from '@outturn/contracts'
import { badge } from '@outturn/pages'
import type { VNode } from 'preact'
import { toneOf } from '../../../pages/result-tone.ts'
import { resultWords } from '../../../pages/result-words.ts'

/** Verdicts that a list is filtered by, in words. */
export const verdictNames = {
  pass: 'Passed',
  partial: 'Partly passed',
  fail: 'Failed',
  uncertain: 'Uncertain',
} as const satisfies Readonly<Record<ListedReceipt['verdict'], string>>

export function verdictBadge(verdict: string): VNode {
  return badge(toneOf(verdict), resultWords[verdict] ?? verdict)
}

const statusNames: Readonly<Record<ListedReceipt['status'], string>> = {
  active: 'Current',
  corrected: 'Superseded',
  revoked: 'Revoked',
}

/** Whether a receipt still counts, in a word or two. */
export function statusText({ status, isDisputed }: Pick<ListedReceipt, 'isDisputed' | 'status'>): string {
  return isDisputed && status === 'active' ? 'Current, disputed' : statusNames[status]
}

/** `8,946.50` of a decimal text with two places. */
export function usdOf(amount: string): string {
  return amount.replaceAll(/\d(?=(?:\d{3})+\.)/g, '$&,')
}
