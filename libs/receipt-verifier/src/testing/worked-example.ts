import { canonicalJson, digestOf, merkleLeafHash, toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { receiptLeafText } from '../log/log-entry.ts'
import { agreementPreimage } from '../preimages/agreement-preimage.ts'
import { planPreimage } from '../preimages/plan-preimage.ts'
import { runPreimage } from '../preimages/run-preimage.ts'
import { unitLeafText } from '../preimages/unit-results.ts'
import type { GoldenVector } from '../receipt/golden.fixture.ts'
import { bodyOfReceipt, signedReceiptText } from '../receipt/receipt-body.ts'
import { signedStatusText } from '../status/status-statement.ts'
import type { StatusProof } from '../receipt/outcome-receipt.ts'

/** The page of the specification that takes the golden receipt apart, text by text; a test compares it with this. */
export function workedExample(golden: GoldenVector): string {
  const { slug, receipt, agreement, plan, events, expected, rows } = golden
  const [row] = receipt.evidence
  const leaves = (receipt.unit_results ?? []).map(unitLeafText)
  const [first] = events
  const { hash: _, ...unhashed } = first as GoldenVector['events'][number]
  const signedText = signedReceiptText(receipt)
  const { status_proof: proof } = golden.revoked as { status_proof: StatusProof }
  return `# A worked example

Every text and digest of the receipt in \`test/vectors/receipt/golden.json\`, in the order in which they are made. The seeds of its keys are public:
the receipt key has 32 bytes of 0x01 as its seed, the status key 32 of 0x02. Texts are shown whole; what follows each is its SHA-256.

${step('The delivered rows, and `content_digest`', canonicalJson(rows))}
${step('The plan, and `plan_hash`', planPreimage(slug, plan))}
${step('The agreement, and `agreement_hash`', agreementPreimage(slug, agreement))}
${step('The first event without its `hash`, and that', canonicalJson(unhashed))}
The chain ends with event ${receipt.history.seq}: \`history.hash\` is \`${receipt.history.hash}\`.

${leafStep('The one evidence row. Its leaf hash is `evidence_root`, because it is alone', [canonicalJson(row)])}
${leafStep('The leaves of the three units, with their leaf hashes', leaves)}
The root over them is \`units.unit_results_digest\`: \`${expected['unit_results_digest']}\`. It is the node of two: of the node of the first two, and of the third.

${step('The run, and `run_digest`', runPreimage(slug, { ...receipt.verification, ...receipt }))}
${step('The body. The first 24 digits are the id', canonicalJson(bodyOfReceipt(receipt)))}
So the id is \`${receipt.id}\`.

${step('The signed text: the body with the id', signedText)}
The key id is \`${receipt.signing_key_id}\`, of the public key \`${expected['public_key']}\`, and the signature
\`${receipt.signature}\`.

${step('The subject of its leaf in the log is the digest of', `${slug}/log-subject@1:${receipt.id}`)}
${leafStep('The leaf', [receiptLeafText(slug, { receiptId: receipt.id, receiptDigest: digestOf(signedText, nodeSha256) })])}
${step('The signed text of a statement that it was revoked', signedStatusText(proof))}
Signed by the status key, \`${proof.signing_key_id}\`: \`${proof.signature}\`.
`
}

function step(title: string, text: string): string {
  return `## ${title}

\`\`\`text
${text}
\`\`\`

\`${digestOf(text, nodeSha256)}\`
`
}

function leafStep(title: string, texts: readonly string[]): string {
  const shown = texts.map((text) => {
    const hash = toHex(merkleLeafHash(text, nodeSha256))
    return `\`\`\`text\n${text}\n\`\`\`\n\n\`${hash}\`\n`
  })
  return `## ${title}\n\n${shown.join('\n')}`
}
