import { keyDocuments } from '../issuers.ts'
import { aggregationCases } from './aggregation-cases.ts'
import { agreementCases } from './agreement-cases.ts'
import { attestationCases } from './attestation-cases.ts'
import type { AttestationCase, CorpusCase } from './corpus-case.ts'
import { defectCases } from './defect-cases.ts'
import { jsonCases } from './json-cases.ts'
import { keyCases } from './key-cases.ts'
import { logCases } from './log-cases.ts'
import { malformedCases } from './malformed-cases.ts'
import { policyCases } from './policy-cases.ts'
import { signatureCases } from './signature-cases.ts'
import { statusCases } from './status-cases.ts'
import { tamperedCases } from './tampered-cases.ts'
import { validCases } from './valid-cases.ts'

/** Every receipt case, in a fixed order. What is expected is stated by the authors of the cases, not by a verifier. */
export function makeReceiptCases(): CorpusCase[] {
  return [
    ...validCases(),
    ...defectCases(),
    ...aggregationCases(),
    ...tamperedCases(),
    ...malformedCases(),
    ...keyCases(),
    ...statusCases(),
    ...logCases(),
    ...signatureCases(),
    ...jsonCases(),
    ...agreementCases(),
    ...policyCases(),
  ]
}

/** The files of the corpus by name, as they are published. */
export function corpusFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['keys.json', `${JSON.stringify(keyDocuments, null, 1)}\n`],
    ['receipts.jsonl', jsonLines(makeReceiptCases())],
    ['attestations.jsonl', jsonLines(attestationCases())],
  ])
}

function jsonLines(cases: readonly (CorpusCase | AttestationCase)[]): string {
  return cases.map((one) => `${JSON.stringify(one)}\n`).join('')
}
