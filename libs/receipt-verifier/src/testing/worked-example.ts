import { canonicalJson, digestOf, merkleInclusionProof, merkleLeafHash, toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { rootSignedText } from '../keys/trust-set.ts'
import { receiptLeafText } from '../log/log-entry.ts'
import { agreementPreimage } from '../preimages/agreement-preimage.ts'
import { planPreimage } from '../preimages/plan-preimage.ts'
import { runPreimage } from '../preimages/run-preimage.ts'
import { schemaId } from '../preimages/schema-id.ts'
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
  const eventTexts = events.map(({ hash: _, ...unhashed }) => canonicalJson(unhashed))
  const proofOf = (index: number) => merkleInclusionProof(leaves, index, nodeSha256).map(toHex)
  const rootKeys = golden.root.keys as RootSignedKeys
  const signedText = signedReceiptText(receipt)
  const { status_proof: proof } = golden.revoked as { status_proof: StatusProof }
  return `# A worked example

Every text and digest of the receipt in \`test/vectors/receipt/golden.json\`, in the order in which they are made. The seeds of its keys are public:
the receipt key has 32 bytes of 0x01 as its seed, the status key 32 of 0x02. Texts are shown whole; what follows each is its SHA-256.

${step('The delivered rows, and `content_digest`', canonicalJson(rows))}
${step('The plan, and `plan_hash`', planPreimage(slug, plan))}
${step('The agreement, and `agreement_hash`', agreementPreimage(slug, agreement))}
${eventTexts.map((text, at) => step(`Event ${at + 1} without its \`hash\`, and that`, text)).join('\n')}
The chain ends with event ${receipt.history.seq}: \`history.hash\` is \`${receipt.history.hash}\`.

${leafStep('The one evidence row. Its leaf hash is `evidence_root`, because it is alone', [canonicalJson(row)])}
${step('What a confirmation of that evidence would bind, and `confirmed_evidence_digest`', confirmedEvidenceText(golden))}
${leafStep('The leaves of the three units, with their leaf hashes', leaves)}
The root over them is \`units.unit_results_digest\`: \`${expected['unit_results_digest']}\`. It is the node of two: of the node of the first two,
\`${proofOf(2).join('')}\`, and of the third leaf hash, which moved up alone.
So the proof of unit 1 has two hashes, the leaf hash of unit 2 and that of unit 3; the proof of unit 2 those of unit 1 and unit 3:
${list(proofOf(1))}

The proof of unit 3 is the node of the first two alone.

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

${step('The text of the key document that a root key signs, the document in `root.keys` without its `root_signature`', rootSignedText({ ...rootKeys }))}
The root key is \`${golden.root.public_key}\`, its id \`${rootKeys.root_signature.key_id}\`, and the signature
\`${rootKeys.root_signature.signature}\`.
`
}

interface RootSignedKeys {
  readonly root_signature: { readonly key_id: string; readonly signature: string }
}

/** The items that count for the condition of the golden receipt, as a confirmation would name them. */
function confirmedEvidenceText({ slug, receipt }: GoldenVector): string {
  const [row] = receipt.evidence
  const evidence = receipt.evidence.map(({ evidence_id, content_digest }) => ({
    evidence_id,
    content_digest,
  }))
  const schema = schemaId(slug, 'confirmed-evidence')
  return canonicalJson({ schema, condition_id: row?.condition_id ?? null, evidence })
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `\n- \`${text}\``).join('')
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
