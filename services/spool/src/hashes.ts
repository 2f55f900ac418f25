import { planHash, planText, type VerificationPlan } from '@outturn/checkers'
import {
  agreementPreimage,
  canonicalJson,
  digestOf,
  type JsonValue,
  spoolEventHash,
} from '@outturn/receipt-verifier'
import { nodeHmacSha256, nodeSha256 } from '@outturn/receipt-verifier/node'
import type { UnhashedAgreement } from './domain/agree-unilaterally.ts'
import type { ChainedEntry } from './domain/history.ts'
import { derivedId } from '@outturn/service'

/** The digests that a Spool carries, under one slug, by the native hash functions. */
export type SpoolHashes = {
  canonical(value: unknown): string
  sha256Hex(text: string): string
  plan(plan: VerificationPlan): string
  agreement(spoolId: string, agreement: UnhashedAgreement): string
  /** The canonical texts whose digests `agreement` and `plan` are. */
  preimages(spoolId: string, agreement: UnhashedAgreement): { agreement: string; plan: string }
  eventHash(entry: Omit<ChainedEntry, 'hash'>): string
  /** Id of the entry that a clock makes, the same whoever reads the clock. */
  clockEntryId(spoolId: string, type: string): string
  /** 24 hex digits that stand for a party in the receipts of one Spool and mean nothing elsewhere. */
  pseudonym(salt: Uint8Array, partyId: string): string
}

export function spoolHashes(slug: string): SpoolHashes {
  const canonical = (value: unknown) => canonicalJson(value)
  return {
    canonical,
    sha256Hex: (text) => digestOf(text, nodeSha256),
    plan: (plan) => planHash(slug, plan, nodeSha256),
    agreement: (spoolId, agreement) => digestOf(agreementText(slug, spoolId, agreement), nodeSha256),
    preimages: (spoolId, agreement) => ({
      agreement: agreementText(slug, spoolId, agreement),
      plan: planText(slug, agreement.plan),
    }),
    eventHash: (entry) => spoolEventHash(entry as Parameters<typeof spoolEventHash>[0], nodeSha256),
    clockEntryId: (spoolId, type) => derivedId('event', `${spoolId}:${type}`),
    pseudonym: (salt, partyId) =>
      Buffer.from(nodeHmacSha256(salt, `party:${partyId}`))
        .toString('hex')
        .slice(0, 24),
  }
}

function agreementText(slug: string, spoolId: string, agreement: UnhashedAgreement): string {
  return agreementPreimage(slug, {
    spool_id: spoolId,
    agreement_version: agreement.version,
    type: agreement.type,
    mode: agreement.mode,
    parties: agreement.parties.map(({ role, kind, displayName, settlementAddress }) => ({
      role,
      kind,
      display_name: displayName,
      ...(settlementAddress !== undefined && { settlement_address: settlementAddress }),
    })),
    value: agreement.value,
    deliverable: agreement.deliverable,
    terms: agreement.terms,
    conditions: agreement.conditions as unknown as { [name: string]: JsonValue }[],
    unitization: agreement.unitization as unknown as { [name: string]: JsonValue } | null,
    economics: agreement.economics,
    dispute_policy: agreement.disputePolicy,
    finality: agreement.finality,
  })
}
