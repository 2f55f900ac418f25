import { conditionOutcomes, conditionRequirements, environments, verdicts } from '@outturn/vocabulary'
import { type Shape, anyText, exactObject, id, listOf, oneOf, text, time } from '../shape.ts'

const conditionShape = exactObject({
  conditionId: id('cond_'),
  result: oneOf(...conditionOutcomes),
  method: text(),
  requirement: oneOf(...conditionRequirements),
})

/** The form of an attestation; digests, amounts, keys and signature have reasons of their own and need only be text here. */
export const attestationShape: Shape = exactObject(
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
    conditionResults: listOf(conditionShape),
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
