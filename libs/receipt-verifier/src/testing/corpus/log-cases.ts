import { issueReceipt } from '../issue-receipt.ts'
import { formatVerifierKey, verifierKeyOf } from '../../log/verifier-key.ts'
import { keyDocument, logKey, logOrigin, signers } from '../issuers.ts'
import { leafOfReceipt, loggedProof } from '../log-proofs.ts'
import { smallReceipt } from '../sample-receipt.ts'
import { activeStatus } from './answers.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

const draft = smallReceipt('log', { environment: 'production', units: 0, result: 'fail' })
const receipt = issueReceipt(draft)
const status = activeStatus(receipt)
const leaf = leafOfReceipt(receipt)
const proof = loggedProof(receipt)
const lines = proof.split('\n')
const otherKey = verifierKeyOf(logOrigin, signers.stranger.publicKey)
const vkey = formatVerifierKey(logKey)
const many = Array.from({ length: 100 }, (_, index) => (index === 99 ? leaf : `leaf ${index}`))

const included: readonly [name: string, proof: string][] = [
  ['in its place', proof],
  ['alone', loggedProof(receipt, { leaves: [leaf], index: 0 })],
  ['last of a hundred', loggedProof(receipt, { leaves: many, index: 99 })],
  ['with extra data', proof.replace('\nindex', '\nextra YQ==\nindex')],
  ['beside a witness', `${proof}— witness.example AAAAAAAAAAAA\n`],
]

const invalid: readonly [name: string, proof: string][] = [
  ['of another leaf', loggedProof(receipt, { index: 2 })],
  ['at another index', proof.replace('index 1', 'index 0')],
  ['beyond the tree', proof.replace('index 1', 'index 5')],
  ['of another log', loggedProof(receipt, { origin: 'other.example' })],
  ['under a key of another id', loggedProof(receipt, { key: otherKey, signer: signers.stranger })],
  ['under a forged signature', loggedProof(receipt, { signer: signers.stranger })],
  ['with a hash too many', lines.toSpliced(2, 0, lines[2] ?? '').join('\n')],
  ['with a hash too many behind the root', lines.toSpliced(5, 0, lines[2] ?? '').join('\n')],
  ['with 63 hashes', lines.toSpliced(2, 3, ...new Array<string>(63).fill(lines[2] ?? '')).join('\n')],
  ['with a hash too few', lines.toSpliced(2, 1).join('\n')],
  ['with a true and a false signature', `${proof}${(lines.at(-2) ?? '').slice(0, -4)}AAA=\n`],
]

const broken: readonly [name: string, proof: string][] = [
  ['of another version', proof.replace('@v1', '@v2')],
  ['with an index of two spellings', proof.replace('index 1', 'index 01')],
  ['with a negative index', proof.replace('index 1', 'index -1')],
  ['with an index of other digits', proof.replace('index 1', 'index ١')],
  ['with an index beyond every reader', proof.replace('index 1', 'index 9007199254740992')],
  ['with unpadded base64', proof.replace('=\n', '\n')],
  ['with carriage returns', proof.replaceAll('\n', '\r\n')],
  ['with a hyphen for the dash', proof.replace('—', '-')],
  ['with a no-break space in a name', proof.replace('— log', '— l\u00a0g')],
  ['with a byte order mark in a name', proof.replace('— log', '— l\ufeffg')],
  ['without its last line feed', proof.slice(0, -1)],
  ['with 64 hashes', lines.toSpliced(2, 3, ...new Array<string>(64).fill(lines[2] ?? '')).join('\n')],
]

/** Proofs that a receipt is in the transparency log: a broken form is a reason, a false proof an advisory. */
export function logCases(): CorpusCase[] {
  const logged = (log_proof: string) => ({
    receipt: { ...receipt, log_proof },
    keys: 'logged' as const,
    status,
  })
  const rotated = (previous_vkeys: string[]) =>
    keyDocument({ log: { origin: logOrigin, vkey: formatVerifierKey(otherKey), previous_vkeys } })
  return [
    ...included.map(([name, text]) =>
      verdictCase(`log: ${name}`, logged(text), { log_inclusion: 'included' }),
    ),
    ...invalid.map(([name, text]) =>
      verdictCase(`log: ${name}`, logged(text), {
        log_inclusion: 'invalid',
        advisories: ['log_proof_invalid'],
      }),
    ),
    ...broken.map(([name, text]) =>
      verdictCase(`log: ${name}`, logged(text), { reasons: ['malformed_receipt'] }),
    ),
    verdictCase(
      'log: without a proof',
      { receipt, keys: 'logged', status },
      { log_inclusion: 'absent', advisories: ['log_proof_absent'] },
    ),
    verdictCase('log: where the keys name none', { ...logged(proof), keys: 'main' }),
    verdictCase('log: of the other environment only', {
      ...logged(proof),
      keys: keyDocument({ demo_log: { origin: logOrigin, vkey } }),
    }),
    verdictCase(
      'log: under a key of before',
      { ...logged(proof), keys: rotated([vkey]) },
      { log_inclusion: 'included' },
    ),
    verdictCase(
      'log: under a key that counts no more',
      { ...logged(proof), keys: rotated([]) },
      { log_inclusion: 'invalid', advisories: ['log_proof_invalid'] },
    ),
  ]
}
