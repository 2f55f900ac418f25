import type { Environment, Verdict } from '@outturn/vocabulary'
import type { ConditionResult } from '../receipt/outcome-receipt.ts'

export interface AttestedCondition {
  readonly conditionId: string
  readonly result: ConditionResult['result']
  readonly method: string
  readonly requirement: ConditionResult['requirement']
}

/** A signed verdict that authorises settlement for a short time. Amounts are decimal strings. */
export interface Attestation {
  readonly id: string
  readonly environment: Environment
  readonly spoolId: string
  readonly compilationVersion: string
  readonly verificationPlanVersion: string
  readonly result: Verdict
  readonly approvedAmount: string
  readonly maximumAmount: string
  readonly assetOrCurrency: string
  readonly payerPartyId: string
  readonly providerPartyId: string
  readonly conditionResults: readonly AttestedCondition[]
  readonly evidenceDigest: string
  readonly verificationDigest: string
  readonly issuedAt: string
  readonly expiresAt: string
  readonly nonce: string
  readonly signingKeyId: string
  readonly signature: string
  readonly providerDestination?: string
}
