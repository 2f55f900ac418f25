import {
  EvidenceRequest,
  ExternalResultRequest,
  OneCallRequest,
  recordExternalResult,
  submitEvidence,
  VerifySpoolRequest,
  verifyDelivery,
  verifySandboxDelivery,
  verifySpool,
} from '@outturn/contracts'
import { assertSandboxCanKeep, assertSandboxCanVerify } from './sandbox-limits.ts'
import type { BodyForm } from './read-body.ts'

const delivery: BodyForm = {
  schema: OneCallRequest,
  isOptional: false,
  assertInSandbox: assertSandboxCanVerify,
}

/** The operations whose body may be larger than what the event loop reads, by their id; such a body is read in a thread. */
export const largeBodies: Readonly<Record<string, BodyForm>> = {
  [verifyDelivery.http.operationId]: delivery,
  [verifySandboxDelivery.operationId]: delivery,
  [submitEvidence.http.operationId]: {
    schema: EvidenceRequest,
    isOptional: false,
    assertInSandbox: assertSandboxCanKeep,
  },
  [verifySpool.http.operationId]: { schema: VerifySpoolRequest, isOptional: true },
  [recordExternalResult.http.operationId]: { schema: ExternalResultRequest, isOptional: false },
}
