import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Claims = Readonly<Record<string, unknown>>

/** What the provider says of a person in place of the truth, in tests of what is refused. */
export type Lies = {
  readonly issuer?: string
  readonly audience?: string
  readonly nonce?: string
  readonly isForged?: boolean
  /** `iss` of the address that the browser is sent back to. */
  readonly returnedIssuer?: string
}

/** An OpenID Connect provider on loopback with one client, whose people agree to everything. */
export async function openIdentityProvider(client: { id: string; secret: string }) {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { challenge: string; redirectUri: string; token: () => Promise<string> }>()
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    switch (new URL(request.url ?? '', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
          },
        ]
      case '/jwks':
        return [200, { keys: [jwk] }]
      case '/token':
        return exchange(request)
      default:
        return [404, {}]
    }
  }

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      isClient(request.headers.authorization) &&
      known?.challenge === challenge &&
      known.redirectUri === form.get('redirect_uri')
    if (known === undefined || !isRight) return [400, { error: 'invalid_grant' }]
    return [200, { access_token: 'unused', token_type: 'Bearer', id_token: await known.token() }]
  }

  /** Both parts are encoded as in a form. */
  function isClient(authorization = ''): boolean {
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    return decodeURIComponent(id ?? '') === client.id && decodeURIComponent(secret ?? '') === client.secret
  }

  return {
    issuer,
    /** Signs a person in at the address that the gateway led to; returns the path to which the browser comes back. */
    signIn(authorizationUrl: string, claims: Claims, lies: Lies = {}): string {
      const asked = new URL(authorizationUrl).searchParams
      const code = randomUUID()
      const redirectUri = asked.get('redirect_uri') ?? ''
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        redirectUri,
        token: () =>
          new SignJWT({ nonce: lies.nonce ?? asked.get('nonce'), ...claims })
            .setProtectedHeader({ alg: 'RS256', kid: 'one' })
            .setIssuer(lies.issuer ?? issuer)
            .setAudience(lies.audience ?? client.id)
            .setSubject('person')
            .setIssuedAt()
            .setExpirationTime('5 minutes')
            .sign(lies.isForged === true ? foreign.privateKey : own.privateKey),
      })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      back.searchParams.set('iss', lies.returnedIssuer ?? issuer)
      return back.pathname + back.search
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
