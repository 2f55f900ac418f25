import type { judgeProofFaults } from '@outturn/contracts'

/** Whether a proof is the declared judge's over the text; if not, a stable code says why. */
export type ProofFinding =
  | { readonly valid: true; readonly reason: null }
  | { readonly valid: false; readonly reason: ProofFault }

export type ProofFault = (typeof judgeProofFaults)[number]

export const provenByJudge: ProofFinding = { valid: true, reason: null }

export function notProven(reason: ProofFault): ProofFinding {
  return { valid: false, reason }
}
