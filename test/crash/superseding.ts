import type {
  OneCallResponse,
  ReceiptStatusV1,
  SpoolEventView,
  SpoolView,
  SupersededReceipt,
} from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import type { System } from '../system/running-system.ts'
import { type Acknowledged, persistentCall } from './persistent-call.ts'
import type { Damage } from './read-back.ts'

// Receipts that are replaced, and what must hold of them however often the processes end that do it.

export interface Issued {
  readonly spoolId: string
  readonly receiptId: string
}

export interface Superseded extends Issued {
  readonly answer: Acknowledged
}

/** A Spool of which one of two rows is right, with its receipt. */
export async function issueHalf(system: System, apiKey: string, name: string): Promise<Issued> {
  const body = {
    conditions: [
      {
        description: 'Every row has email.',
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    unit: { total_units: 2, unit_amount_cents: 250 },
    evidence: { rows: [{ email: 'a@example.com' }, { email: '' }] },
  }
  const { text } = await persistentCall(system.baseUrl, { apiKey, path: '/api/v1/verify', key: name, body })
  const { spool_id: spoolId, receipt } = JSON.parse(text) as OneCallResponse
  return { spoolId, receiptId: receipt?.id ?? '' }
}

export async function supersede(system: System, apiKey: string, issued: Issued): Promise<Superseded> {
  const path = `/api/v1/receipts/${issued.receiptId}/supersede`
  const body = { reason: 'evidence_error', advisory: 'Looked at again.' }
  return { ...issued, answer: await persistentCall(system.baseUrl, { apiKey, path, key: path, body }) }
}

/** Replacements that a repetition tells otherwise, that do not hold offline, or that do not end the line of their Spool. */
export async function brokenReplacements(
  system: System,
  apiKey: string,
  superseded: readonly Superseded[],
): Promise<Damage[]> {
  const trustSet = parseKeyDocument(await (await fetch(system.file().keys_url)).json())
  const headers = { authorization: `Bearer ${apiKey}` }
  const read = async <T>(path: string) =>
    (await (await fetch(`${system.baseUrl}/api/v1${path}`, { headers })).json()) as T
  const damage: Damage[] = []
  for (const { spoolId, receiptId: old, answer } of superseded) {
    const { receipt } = JSON.parse(answer.text) as SupersededReceipt
    const again = await persistentCall(system.baseUrl, answer.action)
    const status = await read<ReceiptStatusV1>(`/receipts/${old}/status`)
    const spool = await read<SpoolView>(`/spools/${spoolId}`)
    const told = (await read<SpoolEventView[]>(`/spools/${spoolId}/events`)).filter(
      ({ type }) => type === 'receipt.superseded',
    )
    const found = {
      wrongAnswers: answer.wrongAnswers.length,
      isSameAgain: again.isReplayed && again.text === answer.text,
      isValid: verifyOutcomeReceipt(receipt, { trustSet, environment: 'production' }).valid,
      supersedes: receipt['supersedes'],
      replacedBy: status.advisories.map(({ replacement_receipt_id: id }) => id),
      latest: spool.latest_receipt_id,
      isEligible: spool.settlement_eligible,
      told: told.map(({ data }) => data['replacement_receipt_id']),
    }
    const expected: typeof found = {
      wrongAnswers: 0,
      isSameAgain: true,
      isValid: true,
      supersedes: old,
      replacedBy: [receipt.id],
      latest: receipt.id,
      isEligible: true,
      told: [receipt.id],
    }
    if (JSON.stringify(found) !== JSON.stringify(expected)) damage.push({ fault: old, found })
  }
  return damage
}
