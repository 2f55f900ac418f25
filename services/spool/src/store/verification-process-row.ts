/** A verification that must end: who asked, under which command, and until when its driver may work undisturbed. */
export type VerificationProcess = {
  runId: string
  spoolId: string
  accountId: string
  commandId: string
  nonce: string
  requestedAt: string
  leaseUntil: string
  attempts: number
}
