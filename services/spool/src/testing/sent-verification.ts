import { PassedText, type VerifySpoolRequest } from '@outturn/contracts'

/** The body of a verify action as the gateway passes it on. */
export function sentVerification({ evidence, ...request }: VerifySpoolRequest) {
  if (evidence === undefined) return { request }
  return { request, evidence: new PassedText(Buffer.from(JSON.stringify(evidence))) }
}
