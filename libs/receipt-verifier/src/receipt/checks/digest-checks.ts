import { digestOf, fromHex64, isHex64, isJsonObject, verifyMerkleInclusion } from '@outturn/canonical'
import { type Agreement, agreementPreimage } from '../../preimages/agreement-preimage.ts'
import { evidenceRoot } from '../../preimages/evidence-root.ts'
import { runPreimage } from '../../preimages/run-preimage.ts'
import { unitLeafText, unitResultsDigest } from '../../preimages/unit-results.ts'
import { type Finding, failed, ok } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import type { UnitDisclosure } from '../outcome-receipt.ts'

export function checkEvidenceRoot({ receipt, suite }: Inspection): Finding {
  return evidenceRoot(receipt.evidence, suite.sha256) === receipt.evidence_root
    ? ok(`The evidence root covers the ${receipt.evidence.length} evidence rows.`)
    : failed('The evidence rows do not have this root.')
}

/** The run digest, and with it everything bound through it: the unit results and the disclosed units. */
export function checkRunDigest(inspection: Inspection): Finding {
  const { receipt, slug, suite } = inspection
  const run = { ...receipt.verification, ...receipt }
  if (digestOf(runPreimage(slug, run), suite.sha256) !== receipt.verification.run_digest) {
    return failed('Results, units and amounts do not have this digest.')
  }
  const problem = unitResultsProblem(inspection) ?? disclosureProblem(inspection)
  return problem === undefined ? ok('The run digest covers results, units and amounts.') : failed(problem)
}

/** The form of the agreement hash, and its value when the caller holds the agreement. */
export function checkAgreementHash({ receipt, slug, suite, agreement }: Inspection): Finding {
  const { agreement_hash: hash, spool_id: spoolId, agreement_version: version } = receipt.agreement
  if (!isHex64(hash)) return failed('The agreement hash is not a digest.')
  if (agreement === undefined || agreement === null)
    return ok('It is a digest; no agreement was given to compare.')
  const isSame =
    agreement.spool_id === spoolId &&
    agreement.agreement_version === version &&
    agreementDigest(slug, agreement, suite.sha256) === hash
  return isSame ? ok('The given agreement has this hash.') : failed('The given agreement is another one.')
}

function agreementDigest(slug: string, agreement: Agreement, sha256: Inspection['suite']['sha256']) {
  // Its members are taken one by one, so anything but an object would pass for one that has none.
  if (!isJsonObject(agreement.economics)) return undefined
  try {
    return digestOf(agreementPreimage(slug, agreement), sha256)
  } catch {
    // The agreement is the caller's own unchecked value: one that has no canonical form is not the one that was agreed.
    return undefined
  }
}

function unitResultsProblem({ receipt, suite }: Inspection): string | undefined {
  const { units, unit_results: leaves } = receipt
  if (!leaves) return undefined
  if (!units) return 'It has unit results and no units.'
  const areNumbered = leaves.length === units.total && leaves.every(({ unit }, index) => unit === index + 1)
  if (!areNumbered) return 'The unit results are not one for each unit, in order.'
  const digest = unitResultsDigest(leaves.map(unitLeafText), suite.sha256)
  return digest === units.unit_results_digest ? undefined : 'The unit results do not have their digest.'
}

function disclosureProblem(inspection: Inspection): string | undefined {
  const disclosures = inspection.receipt.unit_disclosures ?? []
  const odd = disclosures.find((disclosure) => !isProven(disclosure, inspection))
  return odd && `The disclosed unit ${odd.leaf.unit} is not proven.`
}

function isProven({ leaf, index, proof }: UnitDisclosure, { receipt, suite }: Inspection): boolean {
  const root = fromHex64(receipt.units?.unit_results_digest ?? '')
  const hashes = proof.map(fromHex64)
  if (!root || !receipt.units || leaf.unit !== index + 1 || !hashes.every((hash) => hash !== undefined)) {
    return false
  }
  const inclusion = { leaf: unitLeafText(leaf), index, size: receipt.units.total, proof: hashes, root }
  return verifyMerkleInclusion(inclusion, suite.sha256)
}
