import type { checkJudgeProof, CommandInput, judgeProofFaults } from '@outturn/contracts'

type Input = CommandInput<typeof checkJudgeProof>
type ProofType = Input['proof']['type']

/** Secrets of configured sources by their id. */
export type JudgeSecrets = Readonly<Record<string, string>>

/** Whether a proof is the declared judge's over the text; if not, a stable code says why. */
export type ProofFinding =
  | { readonly valid: true; readonly reason: null }
  | { readonly valid: false; readonly reason: ProofFault }

export type ProofFault = (typeof judgeProofFaults)[number]

/** One way to prove that a text is the declared judge's. */
export interface JudgeProof<Terms, Given> {
  readonly type: ProofType
  /** Throws the refusal `configuration_unavailable` where the secret that would decide is not configured. */
  check(
    text: string,
    declared: Terms,
    given: Given,
    secrets: JudgeSecrets,
  ): ProofFinding | Promise<ProofFinding>
}

type ProofOf<Type extends ProofType> = JudgeProof<
  Extract<Input['judge']['proof'], { type: Type }>,
  Extract<Input['proof'], { type: Type }>
>

/** A way to prove a result whose type is known only at run time. */
export type AnyJudgeProof = JudgeProof<Input['judge']['proof'], Input['proof']>

/** Defines a way to prove a result; it takes effect by its place in the list of `judge-proof.ts`. */
export function defineJudgeProof<const Type extends ProofType>(
  type: Type,
  check: ProofOf<Type>['check'],
): ProofOf<Type> {
  return { type, check }
}

export const provenByJudge: ProofFinding = { valid: true, reason: null }

export function notProven(reason: ProofFault): ProofFinding {
  return { valid: false, reason }
}
