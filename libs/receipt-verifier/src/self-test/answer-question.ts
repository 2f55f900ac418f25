import { StrictJsonError, parseStrictJson } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import type { Environment } from '@outturn/vocabulary'
import { verifyAttestation } from '../attestation/verify-attestation.ts'
import type { Agreement } from '../preimages/agreement-preimage.ts'
import { KeyDocumentError, type TrustSet, parseKeyDocument } from '../keys/trust-set.ts'
import { type OutcomePolicy, PolicyError, parsePolicy } from '../policy/outcome-policy.ts'
import { requireOutcome } from '../policy/require-outcome.ts'
import { type VerifyReceiptOptions, verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'

/** One question to a verifier. Documents are the base64 of their bytes, so that nothing on the way reads them first. */
export interface Question {
  readonly receipt?: string
  /** In place of a receipt. */
  readonly attestation?: string
  readonly keys: string
  readonly status?: string
  readonly agreement?: string
  readonly policy?: string
  readonly environment?: Environment
  readonly schemas?: readonly string[]
  readonly evidence_root?: string
  readonly now: string
}

type DocumentName = 'receipt' | 'attestation' | 'keys' | 'status' | 'agreement' | 'policy'

/** All of an answer that both verifiers must give alike; wording is free. */
export type Answer = Readonly<Record<string, unknown>>

/** Asks the verifier of this package. */
export function answerTo(question: Question): Answer {
  try {
    return question.attestation === undefined ? ofReceipt(question) : ofAttestation(question)
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { unusable: error.document, ...(error.code === undefined ? {} : { code: error.code }) }
  }
}

class Unusable extends Error {
  readonly document: DocumentName
  readonly code: string | undefined

  constructor(document: DocumentName, code?: string) {
    super(`${document} is unusable`)
    this.document = document
    this.code = code
  }
}

function ofReceipt(question: Question): Answer {
  const receipt = documentOf(question, 'receipt')
  const trustSet = keysOf(question)
  const options: VerifyReceiptOptions = {
    trustSet,
    now: new Date(question.now),
    suite: nodeSuite,
    ...(question.environment === undefined ? {} : { environment: question.environment }),
    ...(question.schemas === undefined ? {} : { schemas: question.schemas }),
    ...(question.status === undefined ? {} : { status: documentOf(question, 'status') }),
    ...(question.agreement === undefined
      ? {}
      : { agreement: documentOf(question, 'agreement') as Agreement }),
  }
  const policy = policyOf(question)
  const decision = policy && requireOutcome(receipt, policy, options)
  const { checks, ...verdict } = decision?.verdict ?? verifyOutcomeReceipt(receipt, options)
  return {
    ...verdict,
    checks: checks.map(({ name, status }) => `${name}: ${status}`),
    ...(decision && {
      decision: {
        ok: decision.ok,
        reasons: decision.reasons,
        checks: decision.checks.map(({ name, status }) => `${name}: ${status}`),
      },
    }),
  }
}

function ofAttestation(question: Question): Answer {
  const attestation = documentOf(question, 'attestation')
  return {
    ...verifyAttestation(attestation, {
      trustSet: keysOf(question),
      now: new Date(question.now),
      suite: nodeSuite,
      ...(question.environment === undefined ? {} : { environment: question.environment }),
      ...(question.evidence_root === undefined ? {} : { evidenceRoot: question.evidence_root }),
    }),
  }
}

function documentOf(question: Question, name: DocumentName): unknown {
  try {
    return parseStrictJson(Buffer.from(question[name] ?? '', 'base64'))
  } catch (error) {
    if (error instanceof StrictJsonError) throw new Unusable(name, error.code)
    throw error
  }
}

function keysOf(question: Question): TrustSet {
  try {
    return parseKeyDocument(documentOf(question, 'keys'))
  } catch (error) {
    if (error instanceof KeyDocumentError) throw new Unusable('keys')
    throw error
  }
}

function policyOf(question: Question): OutcomePolicy | undefined {
  if (question.policy === undefined) return undefined
  try {
    return parsePolicy(documentOf(question, 'policy'))
  } catch (error) {
    if (error instanceof PolicyError) throw new Unusable('policy')
    throw error
  }
}
