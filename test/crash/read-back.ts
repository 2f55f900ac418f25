import { setTimeout as pause } from 'node:timers/promises'
import { type OneCallResponse, readTrialBalance } from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import type { Account, Operator } from '../system/operator.ts'
import type { System } from '../system/running-system.ts'
import { type ClientCall, longestWaitMs, sendOnce } from './client-load.ts'

// What must hold after any fault. Each function returns what does not, with the fault that the call was sent under.

export interface Damage {
  fault: string
  found: unknown
}

/** Calls that were never acknowledged or too late, or that were answered with anything but a retryable refusal before. */
export function wrongAnswers(calls: readonly ClientCall[]): Damage[] {
  return calls.flatMap(({ fault, answer, acknowledgedAfterMs = Infinity, wrongAnswers: wrong }) => [
    ...wrong.map((found) => ({ fault, found })),
    ...(answer === undefined ? [{ fault, found: 'never acknowledged' }] : []),
    ...(acknowledgedAfterMs > longestWaitMs ? [{ fault, found: `after ${acknowledgedAfterMs} ms` }] : []),
  ])
}

/** Calls whose repetition is not answered with the very same bytes, marked as a repetition. */
export async function changedAnswers(
  system: System,
  { apiKey }: Account,
  calls: readonly ClientCall[],
): Promise<Damage[]> {
  const damage: Damage[] = []
  for (const call of calls) {
    const { status, text, isReplayed } = await sendOnce(system.baseUrl, apiKey, call)
    const isSame = status === 201 && isReplayed && text === call.answer
    if (!isSame) damage.push({ fault: call.fault, found: { status, isReplayed, text } })
  }
  return damage
}

/** Calls whose receipt is not served as it was acknowledged, does not hold offline, or is not in the log. */
export async function brokenReceipts(
  system: System,
  { apiKey }: Account,
  calls: readonly ClientCall[],
): Promise<Damage[]> {
  const trustSet = parseKeyDocument(await (await fetch(system.file().keys_url)).json())
  const damage: Damage[] = []
  for (const call of calls) {
    const { receipt } = answerOf(call)
    const served = await loggedReceipt(`${system.baseUrl}/api/v1/receipts/${receipt?.id}`, apiKey)
    // The proof is attached when the receipt is in the log, which an answer does not wait for.
    const { log_proof: _proof, ...issued } = served ?? {}
    const verdict = verifyOutcomeReceipt(served, { trustSet, environment: 'production' })
    const isSame = JSON.stringify(issued) === JSON.stringify(receipt)
    const isLogged = verdict.log_inclusion === 'included'
    if (!verdict.valid || !isSame || !isLogged) damage.push({ fault: call.fault, found: { verdict, isSame } })
  }
  return damage
}

type ServedReceipt = { log_proof?: string }

/** The receipt as it is served when the log has it, or at the latest after ten seconds. */
async function loggedReceipt(url: string, apiKey: string): Promise<ServedReceipt | undefined> {
  for (let turn = 1; ; turn += 1) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
    const { receipt } = (await response.json()) as { receipt?: ServedReceipt }
    if (receipt?.log_proof !== undefined || turn === 20) return receipt
    await pause(500)
  }
}

export function answerOf({ answer }: ClientCall): OneCallResponse {
  return JSON.parse(answer ?? 'null') as OneCallResponse
}

/** What the ledger says, beside what it must say after so many runs of one account at one price. */
export async function readMoney(
  system: System,
  operator: Operator,
  { apiKey }: Account,
): Promise<Record<'sum' | 'revenue' | 'available' | 'held', bigint>> {
  const { sumMicros, accounts } = await operator.send(readTrialBalance, {})
  const revenue = accounts.find(({ account }) => account === 'revenue:verification')
  const response = await fetch(`${system.baseUrl}/api/v1/credits/balance`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const balance = (await response.json()) as { available_micros: string; held_micros: string }
  return {
    sum: BigInt(sumMicros),
    revenue: BigInt(revenue?.balanceMicros ?? 0),
    available: BigInt(balance.available_micros),
    held: BigInt(balance.held_micros),
  }
}
