import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { ReadyOrganisation } from '../../store/console/organisation-store.ts'
import type { Console } from '../console.ts'
import { openSecret } from './sealed-secret.ts'

/** Longest wait for one answer of a provider, s. */
const providerSeconds = 5
export const returnPath = '/sign-in/oidc/return'

/** What a provider sends back is bound to the cookie of the browser: derived from it, and stored nowhere. */
export function expectedOf(console: Console, token: string) {
  return {
    state: console.hash(`organisation state|${token}`),
    nonce: console.hash(`organisation nonce|${token}`),
    verifier: console.hash(`organisation verifier|${token}`),
  }
}

/** Where the browser goes to sign in. Rejects when the provider cannot be asked. */
export async function authorizationUrl(
  console: Console,
  organisation: ReadyOrganisation,
  token: string,
): Promise<string> {
  const provider = await configurationOf(console, organisation)
  const { state, nonce, verifier } = expectedOf(console, token)
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: console.publicUrl + returnPath,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** The verified address that a provider says its person has, or null. Rejects for an answer that is not the provider's, or not for this browser. */
export async function verifiedAddress(
  console: Console,
  organisation: ReadyOrganisation,
  { token, query }: { token: string; query: Readonly<Record<string, string>> },
): Promise<string | null> {
  const provider = await configurationOf(console, organisation)
  const { state, nonce, verifier } = expectedOf(console, token)
  const current = new URL(console.publicUrl + returnPath)
  for (const [name, value] of Object.entries(query)) current.searchParams.set(name, value)
  const tokens = await authorizationCodeGrant(provider, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {}
  const { email, email_verified: isVerified } = claims
  // Some providers say it as a text.
  return typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : null
}

/** The provider as it describes itself, asked anew each time. The signature of what it says of a person is always checked. */
async function configurationOf(
  { hash, allowsPlainProviders }: Console,
  { account_id: accountId, issuer, client_id: clientId, client_secret: sealed }: ReadyOrganisation,
): Promise<Configuration> {
  const secret = openSecret(hash, accountId, sealed)
  const issuerUrl = new URL(issuer)
  const isPlain = issuerUrl.protocol === 'http:' && allowsPlainProviders
  const found = await discovery(issuerUrl, clientId, {}, ClientSecretBasic(secret), {
    timeout: providerSeconds,
    ...(isPlain && { execute: [allowInsecureRequests] }),
  })
  const metadata = found.serverMetadata()
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  const authentication = takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret)
  const configuration = new Configuration(metadata, clientId, {}, authentication)
  configuration.timeout = providerSeconds
  enableNonRepudiationChecks(configuration)
  if (isPlain) allowInsecureRequests(configuration)
  return configuration
}
