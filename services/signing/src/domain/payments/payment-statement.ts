import { canonicalJson, toBase64Url } from '@outturn/canonical'
import { didWebKeyOf, invalid, type PaymentStatement } from '@outturn/contracts'

/** Version of both statements in the extension `offer-receipt` of x402. */
const version = 1

/** Refuses a statement about a resource of another service: a signature of this one would vouch for it. */
export function refuseForeignResources(publicUrl: string, statements: readonly PaymentStatement[]): void {
  const { origin } = new URL(publicUrl)
  for (const [index, { resourceUrl }] of statements.entries()) {
    if (URL.canParse(resourceUrl) && new URL(resourceUrl).origin === origin) continue
    throw invalid(`statements[${index}].resourceUrl`, `The resource is not one of ${origin}.`)
  }
}

/** What is signed of a statement: the header and the payload of a compact JWS. */
export function jwsInputOf(statement: PaymentStatement, publicUrl: string, keyId: string): string {
  const { kind: _, ...members } = statement
  const header = { alg: 'EdDSA', kid: didWebKeyOf(publicUrl, keyId) }
  return [header, { version, ...members }].map(encoded).join('.')
}

function encoded(value: object): string {
  return toBase64Url(new TextEncoder().encode(canonicalJson(value)))
}
