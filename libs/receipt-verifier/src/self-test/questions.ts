import type { Environment } from '@outturn/vocabulary'
import type { Question } from './answer-question.ts'

/** A case of the published corpus as its file has it, with the members of the answer that are expected. */
interface Case {
  readonly name: string
  readonly keys: string | object
  readonly environment?: Environment
  readonly now: string
  readonly expect: object
}

export interface ReceiptCase extends Case {
  readonly receipt?: unknown
  readonly text?: string
  readonly base64?: string
  readonly schemas?: readonly string[]
  readonly status?: unknown
  readonly agreement?: unknown
  readonly policy?: unknown
}

export interface AttestationCase extends Case {
  readonly attestation: unknown
  readonly evidence_root?: string
}

/** The question that a receipt case asks. */
export function questionOf(one: ReceiptCase, keyDocuments: Readonly<Record<string, object>>): Question {
  const { receipt, text, base64, keys, status, agreement, policy, environment, schemas, now } = one
  return {
    receipt: base64 ?? encoded(text ?? JSON.stringify(receipt)),
    keys: encodedKeys(keys, keyDocuments),
    now,
    ...(environment === undefined ? {} : { environment }),
    ...(schemas === undefined ? {} : { schemas }),
    ...(status === undefined ? {} : { status: encoded(JSON.stringify(status)) }),
    ...(agreement === undefined ? {} : { agreement: encoded(JSON.stringify(agreement)) }),
    ...(policy === undefined ? {} : { policy: encoded(JSON.stringify(policy)) }),
  }
}

/** The question that an attestation case asks. */
export function attestationQuestionOf(
  one: AttestationCase,
  keyDocuments: Readonly<Record<string, object>>,
): Question {
  const { attestation, keys, environment, evidence_root, now } = one
  return {
    attestation: encoded(JSON.stringify(attestation)),
    keys: encodedKeys(keys, keyDocuments),
    now,
    ...(environment === undefined ? {} : { environment }),
    ...(evidence_root === undefined ? {} : { evidence_root }),
  }
}

function encodedKeys(keys: string | object, keyDocuments: Readonly<Record<string, object>>): string {
  return encoded(JSON.stringify(typeof keys === 'string' ? keyDocuments[keys] : keys))
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64')
}
