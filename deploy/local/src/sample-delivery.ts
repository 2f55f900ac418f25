import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseKeyDocument, type ReceiptVerdict, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { createClient, type OneCallRequest, type OneCallResponse, OutturnError } from '@outturn/sdk'
import type { LocalFile } from './home/local-file.ts'

/** A delivery of four rows, one of which is not what was agreed. */
export const sampleRequest: OneCallRequest = {
  conditions: [
    {
      description: 'Every company has a name and a website.',
      deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
    },
    {
      description: 'Every website is a web address.',
      deterministic_check: { checker: 'url_format', field: 'website' },
    },
  ],
  unit: { total_units: 4, unit_amount_cents: 250 },
  evidence: {
    type: 'dataset',
    rows: [
      { name: 'Aurora Robotics', website: 'https://aurora-robotics.example' },
      { name: 'Blue Heron Foods', website: 'https://blueheron.example/about' },
      { name: 'Cobalt Freight', website: 'cobalt freight' },
      { name: 'Dune Analytics', website: 'https://dune-analytics.example' },
    ],
  },
}

/** What the system answered and what the offline verifier says of it, or why it did not verify the sample. */
export type SampleResult =
  | { readonly answer: OneCallResponse; readonly verdict: ReceiptVerdict }
  | { readonly refusal: OutturnError }

/** Writes the sample to `request.json`, to be sent again by hand; returns its path. */
export async function keepSampleRequest(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return keepJson(folder, 'request', sampleRequest)
}

/**
 * Verifies the sample over HTTP, as any client would, and checks the receipt with nothing but the published keys. Leaves
 * `receipt.json` and `keys.json` in the folder, for checking them again without the system.
 */
export async function verifySample(
  baseUrl: string,
  apiKey: string,
  keysUrl: string,
  folder: string,
): Promise<SampleResult> {
  // Repeats what is safe to repeat, as a machine that has just started everything may have too much to do.
  const answer = await createClient({ baseUrl, apiKey })
    .verify(sampleRequest)
    .catch((error: unknown) => {
      if (error instanceof OutturnError) return error
      throw error
    })
  if (answer instanceof OutturnError) return { refusal: answer }
  const keys: unknown = await (await fetch(keysUrl)).json()
  const verdict = verifyOutcomeReceipt(answer.receipt, {
    trustSet: parseKeyDocument(keys),
    environment: 'production',
  })
  await mkdir(folder, { recursive: true })
  await keepJson(folder, 'receipt', answer.receipt)
  await keepJson(folder, 'keys', keys)
  return { answer, verdict }
}

/** What the first account has left of its allowance, as a start shows it; a system that starts is not stopped because it cannot be read. */
export async function readAllowance({ base_url, api_key }: LocalFile): Promise<string> {
  const client = createClient({ baseUrl: base_url, apiKey: api_key })
  const balance = await client.credits.balance().catch((error: unknown) => error as Error)
  if (balance instanceof Error) return `The allowance of this account is not known: ${balance.message}`
  const { verification, compile } = balance.allowance
  const left = ({ remaining, limit }: { remaining: number; limit: number }) =>
    `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  return `Free this month: ${left(verification)} verification runs, ${left(compile)} compiles of plain text.`
}

/** What a start says of its sample. */
export function sampleLines(result: SampleResult, accountId: string): string[] {
  if ('refusal' in result) {
    const { message, remediation, reason } = result.refusal
    return [
      ...['', 'The sample delivery was not verified:', `  ${message}`, `  ${remediation}`],
      ...(reason === 'key_cap_reached'
        ? ['A key without a cap is made by:', `  npm run admin -- key create --account ${accountId}`]
        : []),
    ]
  }
  const { answer, verdict } = result
  const cents = (amount: number) => (amount / 100).toFixed(2)
  return [
    '',
    'A sample delivery of 4 companies at 2.50 each was verified:',
    `  accepted ${answer.accepted}, rejected ${answer.rejected}, earned ${cents(answer.earned_cents)}`,
    ...answer.rejections.map(({ unit, reason }) => `  unit ${unit}: ${reason}`),
    `  receipt   ${answer.receipt_url ?? 'none'}`,
    `  offline   ${verdict.valid ? 'valid' : `NOT VALID: ${verdict.reasons.join(', ')}`}, by the published keys alone`,
  ]
}

async function keepJson(folder: string, name: string, content: unknown): Promise<string> {
  const path = join(folder, `${name}.json`)
  await writeFile(path, `${JSON.stringify(content, undefined, 2)}\n`)
  return path
}
