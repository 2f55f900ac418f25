// test/vectors/receipts/README.md: how a case of the corpus is read.
import { verifyAttestation } from './attestation.mjs'
import { keyDocumentForm } from './key-document.mjs'
import { decide, policyForm } from './policy.mjs'
import { verifyReceipt } from './receipt.mjs'
import { Unusable, readStrictJson } from './strict-json.mjs'

/** The answer to one case; `namedKeys` is the value of keys.json. */
export function answerCase(test, namedKeys) {
  try {
    const keys = typeof test.keys === 'string' ? namedKeys[test.keys] : test.keys
    const { now, policy } = test
    if (Object.hasOwn(test, 'attestation')) {
      if (!keyDocumentForm(keys)) throw new Unusable('keys')
      return verifyAttestation(test.attestation, keys, {
        now,
        expected: test.environment,
        evidenceRoot: test.evidence_root,
      })
    }
    const bytes =
      test.base64 !== undefined
        ? Buffer.from(test.base64, 'base64')
        : test.text !== undefined
          ? Buffer.from(test.text)
          : null
    const receipt = bytes ? readStrictJson(bytes) : test.receipt
    if (!keyDocumentForm(keys)) throw new Unusable('keys')
    if (Object.hasOwn(test, 'policy') && !policyForm(policy)) throw new Unusable('policy')
    const expected = test.environment ?? policy?.environment
    const verdict = verifyReceipt(receipt, keys, {
      now,
      expected,
      schemas: test.schemas,
      status: test.status,
      agreement: test.agreement,
    })
    return Object.hasOwn(test, 'policy')
      ? { ...verdict, decision: decide(policy, receipt, keys, verdict, now) }
      : verdict
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return error.code ? { unusable: error.document, code: error.code } : { unusable: error.document }
  }
}
