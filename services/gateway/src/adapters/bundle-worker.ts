import { readJson } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { ReceiptRecord } from '@outturn/contracts'
import { bundleMemberDigest } from '@outturn/receipt-verifier/issuing'
import { move, transferableSymbol, valueSymbol } from 'piscina'

/** SHA-256 of members of a bundle as 64 hex digits, by their names. */
export type MemberDigests = Readonly<Record<string, string>>

/** What a bundle takes of the record of its receipt. */
export type BundledReceipt = {
  readonly runId: string
  /** JSON in UTF-8. */
  readonly receipt: Uint8Array
  readonly status: ReceiptRecord['status']
  readonly digests: MemberDigests
}

/** Reads the JSON text of a receipt record, in whichever thread this module was loaded. */
export function readRecord(text: Uint8Array): BundledReceipt {
  const { receipt, status } = parsed(text) as ReceiptRecord
  return {
    runId: receipt.verification.run_id,
    receipt: new TextEncoder().encode(JSON.stringify(receipt)),
    status,
    digests: digestsOf({ receipt, status }),
  }
}

/** The same, whose text a thread hands over instead of copying it. */
export function readRecordApart(text: Uint8Array): unknown {
  const record = readRecord(text)
  return move({ [transferableSymbol]: record.receipt.buffer, [valueSymbol]: record })
}

/** Digests of the members of a JSON text that is an object. */
export function digestMembers(text: Uint8Array): MemberDigests {
  return digestsOf(parsed(text))
}

export function digestsOf(members: object): MemberDigests {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, bundleMemberDigest(name, value, nodeSha256)]),
  )
}

function parsed(text: Uint8Array): object {
  return readJson(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()) as object
}
