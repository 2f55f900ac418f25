import type { AttestationCase, CorpusCase } from './corpus/corpus-case.ts'
import type { Question } from './observe.ts'

/** The question that a receipt case asks. */
export function questionOf(one: CorpusCase, keyDocuments: Readonly<Record<string, object>>): Question {
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
