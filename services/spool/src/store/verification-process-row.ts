import type { Principal } from '@outturn/contracts'
import type { Correction } from '../domain/receipts/supersede-receipt.ts'

/** A verification that must end: who asked, under which command, and until when its driver may work undisturbed. */
export type RunProcess = {
  runId: string
  spoolId: string
  /** Whose run it is: charged for it, and limited in what is fetched for it. */
  accountId: string
  commandId: string
  nonce: string
  requestedAt: string
  leaseUntil: string
  /** How many drivers took it over. */
  attempts: number
  /** Of a run on a Spool that was there before; null for a one-call verification. */
  request: RunRequest | null
}

/** What a verify action fixed for its run: for whom the reply is made, and what is judged. */
export type RunRequest = {
  askedBy: Principal
  /** 1 for the first run of the Spool. */
  attempt: number
  /** The run judges so many items of the Spool's evidence, from the first. */
  evidenceCount: number
  /** Of a run whose receipt replaces another. */
  correction?: Correction
}
