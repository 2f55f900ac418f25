import { fromBase64Url, isStrictPoint } from '@outturn/canonical'
import { unprocessable } from '@outturn/contracts'
import type { ConditionInput } from '@outturn/agreement'
import { assertAddressChecksum } from './checksummed-address.ts'

type DeclaredProof = NonNullable<ConditionInput['external_judge']>['proof']

/** Members of a JWK that are secret in every key type. */
const secretJwkMembers = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi']

/** Members of the public part of each key type that signs, beside the curve. */
const publicJwkMembers: Readonly<Record<string, readonly string[]>> = {
  OKP: ['crv', 'x'],
  EC: ['crv', 'x', 'y'],
  RSA: ['n', 'e'],
}
const curves: Readonly<Record<string, readonly string[]>> = {
  OKP: ['Ed25519'],
  EC: ['P-256', 'P-384', 'P-521'],
}

/** Refuses the key of a judge with which no result could ever be proven, and one that discloses its secret. */
export function assertUsableJudgeKey(proof: DeclaredProof, field: string): void {
  switch (proof.type) {
    case 'eip712':
      return assertAddressChecksum(proof.address, `${field}.address`)
    case 'ed25519':
      return assertEd25519Key(proof.public_key, `${field}.public_key`)
    case 'jws':
      return assertPublicJwk(proof.jwk, `${field}.jwk`)
    case 'hmac_sha256':
      // Its secret is of the deployment, which is asked whether it has it.
      return
    default:
      return proof satisfies never
  }
}

function assertEd25519Key(publicKey: string, field: string): void {
  const key = fromBase64Url(publicKey)
  if (key?.length === 32 && isStrictPoint(key)) return
  throw unusable(field, 'Send the 32 raw bytes of the public key in base64url without padding.')
}

function assertPublicJwk(jwk: Readonly<Record<string, unknown>>, field: string): void {
  const secret = secretJwkMembers.find((member) => Object.hasOwn(jwk, member))
  if (secret !== undefined) {
    throw unprocessable(
      `${field}.${secret}`,
      'The key of the judge holds secret parts; both parties would see it.',
      { remediation: 'Send the public key only, and replace this one: it has been disclosed.' },
    )
  }
  const type = String(jwk['kty'])
  const members = Object.hasOwn(publicJwkMembers, type) ? publicJwkMembers[type] : undefined
  const isWhole = members?.every((member) => typeof jwk[member] === 'string') === true
  const isOnCurve = members !== undefined && curves[type]?.includes(String(jwk['crv'])) !== false
  if (type === 'RSA' && isWhole) assertRsaLength(String(jwk['n']), field)
  if (isWhole && isOnCurve && (jwk['use'] ?? 'sig') === 'sig') return
  throw unusable(field, 'Send the public JWK of a key that signs: Ed25519, P-256, P-384, P-521 or RSA.')
}

/** RFC 7518 §3.3 and §3.5: no signature under a shorter key is a proof. */
const minRsaBits = 2_048

function assertRsaLength(modulus: string, field: string): void {
  const bytes = fromBase64Url(modulus)
  if (bytes === undefined) throw unusable(field, 'Send the modulus in base64url without padding.')
  const bits = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`).toString(2).length
  if (bits >= minRsaBits) return
  throw unprocessable(
    field,
    `The RSA key of the judge has ${bits} bits; at least ${minRsaBits} are needed.`,
    {
      reason: 'unusable_key',
      remediation: `Declare an RSA key of ${minRsaBits} bits or more, or an Ed25519 or EC key.`,
    },
  )
}

function unusable(field: string, remediation: string) {
  return unprocessable(field, 'No result could be proven with this key of the judge.', {
    reason: 'unusable_key',
    remediation,
  })
}
