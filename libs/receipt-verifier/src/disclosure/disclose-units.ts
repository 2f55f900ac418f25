import { type Sha256, merkleInclusionProof, portableSha256, toHex } from '@outturn/canonical'
import { unitLeafText, unitResultsDigest } from '../preimages/unit-results.ts'
import type { OutcomeReceipt, UnitDisclosure } from '../receipt/outcome-receipt.ts'

/** A receipt of which these units cannot be disclosed; the message says what to do. */
export class DisclosureError extends Error {
  override readonly name = 'DisclosureError'
}

/**
 * The same signed receipt with the leaves of the named units, each with its proof, in place of all unit results. Of the
 * other units it shows how many there are and nothing else: their salts keep their leaves from being guessed. Units count
 * from 1. Throws {@link DisclosureError} for a receipt without its unit results or a unit that it does not have.
 */
export function discloseUnits(
  receipt: OutcomeReceipt,
  units: readonly number[],
  sha256: Sha256 = portableSha256,
): OutcomeReceipt {
  const { unit_results: leaves, unit_disclosures: _, ...kept } = receipt
  if (receipt.units === null) throw new DisclosureError('The receipt has no units: it is earned as a whole.')
  if (leaves === undefined) {
    throw new DisclosureError(
      'The receipt came without its unit results; start from the receipt as the service gave it to a party.',
    )
  }
  const texts = leaves.map(unitLeafText)
  if (unitResultsDigest(texts, sha256) !== receipt.units.unit_results_digest) {
    throw new DisclosureError('The unit results are not those that were signed; nothing could be proven.')
  }
  const chosen = [...new Set(units)].toSorted((a, b) => a - b)
  if (chosen.length === 0) throw new DisclosureError('Name at least one unit.')
  const disclosures = chosen.map((unit): UnitDisclosure => {
    const leaf = Number.isSafeInteger(unit) ? leaves[unit - 1] : undefined
    if (leaf === undefined) {
      throw new DisclosureError(`There is no unit ${unit}; the receipt has the units 1 to ${leaves.length}.`)
    }
    const proof = merkleInclusionProof(texts, unit - 1, sha256).map(toHex)
    return { leaf, index: unit - 1, proof }
  })
  return { ...kept, unit_disclosures: disclosures }
}
