import type { CommandOutput, issueReceipt } from '@outturn/contracts'

type Answer = CommandOutput<typeof issueReceipt>

/** What was issued for a run, its documents as one text of their exact bytes. */
export function issuedText({ receiptId, receipt, attestation }: Answer): string {
  const text = (passed: { bytes: Uint8Array }) => Buffer.from(passed.bytes).toString()
  return `{"receiptId":"${receiptId}","receipt":${text(receipt)},"attestation":${text(attestation)}}`
}

/** What was issued for a run, as values. */
export function issuedDocuments(answer: Answer): {
  receiptId: string
  receipt: Record<string, unknown>
  attestation: Record<string, unknown>
} {
  return JSON.parse(issuedText(answer)) as ReturnType<typeof issuedDocuments>
}
