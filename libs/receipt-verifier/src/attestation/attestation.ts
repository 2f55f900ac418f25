import { conditionOutcomes, conditionRequirements, environments, verdicts } from '@outturn/vocabulary'
import { type Shaped, anyText, exactObject, id, listOf, oneOf, text, time } from '../shape.ts'

const attestedCondition = exactObject({
  conditionId: id('cond_'),
  result: oneOf(...conditionOutcomes),
  method: text(),
  requirement: oneOf(...conditionRequirements),
})
export type AttestedCondition = Shaped<typeof attestedCondition>

/** A signed verdict that authorises settlement for a short time; digests, amounts, keys and signature have reasons of their own and need only be text here. */
export const attestationShape = exactObject(
  {
    id: id('att_'),
    environment: oneOf(...environments),
    spoolId: id('spl_'),
    compilationVersion: text(),
    verificationPlanVersion: text(),
    result: oneOf(...verdicts),
    approvedAmount: anyText(),
    maximumAmount: anyText(),
    assetOrCurrency: text(),
    payerPartyId: text(),
    providerPartyId: text(),
    conditionResults: listOf(attestedCondition),
    evidenceDigest: anyText(),
    verificationDigest: anyText(),
    issuedAt: time(),
    expiresAt: time(),
    nonce: text(),
    signingKeyId: anyText(),
    signature: anyText(),
  },
  { providerDestination: text() },
)
export interface Attestation extends Shaped<typeof attestationShape> {}
