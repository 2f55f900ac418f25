import {
  type CryptoSuite,
  type Sha256,
  canonicalJson,
  digestOf,
  isJsonObject,
  portableSha256,
} from '@outturn/canonical'
import { historyProblem } from '../history/verify-history.ts'
import { isSignedByTrusted } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { schemaId, slugOfSchemaId } from '../preimages/schema-id.ts'
import { type OutcomeReceipt, readOutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { type Shaped, anyText, exactObject, hex64, id, listOf, mapOf, oneOf, text, time } from '../shape.ts'

const manifestShape = exactObject({
  /** `<service>/bundle-manifest@1`. */
  schema: text(),
  receipt_id: text(),
  made_at: time(),
  /** The digest of every member of the bundle but the manifest, by its name. */
  members: mapOf(text(), hex64()),
  signing_key_id: anyText(),
  signature: anyText(),
})

/** Items whose content was deleted after the run. */
const withheldShape = listOf(
  exactObject({ evidence_id: id('ev_'), content_digest: hex64(), reason: oneOf('withdrawn') }),
)

/** What a service signs of a bundle, with its key for statuses: a bundle holds one as of the time it was made. */
export type BundleManifest = Shaped<typeof manifestShape>

type Members = Readonly<Record<string, unknown>>

/** The text that the signature of a manifest is over. */
export function signedManifestText({
  schema,
  receipt_id,
  made_at,
  members,
  signing_key_id,
}: Omit<BundleManifest, 'signature'>): string {
  return canonicalJson({ schema, receipt_id, made_at, members, signing_key_id })
}

/** The digest of one member of a bundle; that of its contents is over the digests of each, so that they go one by one. */
export function bundleMemberDigest(name: string, value: unknown, sha256: Sha256 = portableSha256): string {
  const bound = name === 'contents' && isJsonObject(value) ? contentDigests(value, sha256) : value
  return digestOf(canonicalJson(bound), sha256)
}

function contentDigests(contents: Members, sha256: Sha256): Members {
  const digests = Object.entries(contents).map(([key, content]) => [
    key,
    digestOf(canonicalJson(content), sha256),
  ])
  return Object.fromEntries(digests) as Members
}

/**
 * What is wrong with a bundle as a whole, as the end of a sentence; undefined when nothing is: its manifest is signed, every
 * member that it names is here as it was, no other is, and the events end where the receipt says.
 */
export function bundleProblem(bundle: Members, trustSet: TrustSet, suite: CryptoSuite): string | undefined {
  const { manifest: candidate, ...members } = bundle
  const problem = manifestShape(candidate, 'manifest')
  if (problem !== undefined) return problem
  const manifest = candidate as BundleManifest
  const reading = readOutcomeReceipt(members['receipt'])
  if ('problem' in reading) return `receipt.${reading.problem}`
  const { receipt } = reading
  const slug = slugOfSchemaId(String(members['schema']), 'bundle') ?? ''
  if (manifest.schema !== schemaId(slug, 'bundle-manifest')) return `its manifest is a ${manifest.schema}`
  if (manifest.receipt_id !== receipt.id) return 'its manifest is of another receipt'
  if (!isSigned(manifest, receipt, trustSet, suite))
    return 'its manifest is not signed by a trusted status key'
  const missing = Object.keys(manifest.members).find((name) => !Object.hasOwn(members, name))
  if (missing !== undefined) return `its member ${missing} is missing`
  const odd = Object.entries(members).find(
    ([name, value]) => manifest.members[name] !== bundleMemberDigest(name, value, suite.sha256),
  )
  if (odd !== undefined) return `its member ${odd[0]} is not the one that was signed`
  const withheld = withheldProblem(members, receipt)
  if (withheld !== undefined) return withheld
  if (members['events'] === undefined) return undefined
  return historyProblem(members['events'], receipt.history, suite.sha256)
}

/** What is withheld is evidence of the run under its digest, each item once, and none of it is here all the same. */
function withheldProblem(
  { withheld, evidence, contents }: Members,
  receipt: OutcomeReceipt,
): string | undefined {
  if (withheld === undefined) return undefined
  const problem = withheldShape(withheld, 'withheld')
  if (problem !== undefined) return problem
  const items = withheld as Shaped<typeof withheldShape>
  const known = new Set(receipt.evidence.map((row) => `${row.evidence_id} ${row.content_digest}`))
  for (const item of Array.isArray(evidence) ? evidence : []) {
    if (isJsonObject(item)) known.add(`${String(item['id'])} ${String(item['content_digest'])}`)
  }
  const named = new Set<string>()
  for (const { evidence_id: evidenceId, content_digest: digest } of items) {
    if (named.has(evidenceId)) return `it withholds ${evidenceId} twice`
    if (!known.has(`${evidenceId} ${digest}`))
      return `it withholds ${evidenceId}, which is no evidence of its run`
    named.add(evidenceId)
    const isHere =
      isJsonObject(contents) && (Object.hasOwn(contents, evidenceId) || Object.hasOwn(contents, digest))
    if (isHere) return `it withholds ${evidenceId} and holds its content`
  }
  return items.length === 0 ? 'withheld names nothing' : undefined
}

function isSigned(
  manifest: BundleManifest,
  { environment }: OutcomeReceipt,
  trustSet: TrustSet,
  suite: CryptoSuite,
): boolean {
  const signed = {
    text: signedManifestText(manifest),
    signingKeyId: manifest.signing_key_id,
    signature: manifest.signature,
    signedAt: new Date(manifest.made_at),
  }
  return isSignedByTrusted(signed, trustSet.status[environment], suite)
}
