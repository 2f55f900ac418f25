import { fromBase64Url, signingKeyIdOf } from '@outturn/canonical'
import { nodeSha256, nodeVerifier } from '@outturn/canonical/node'
import type { Environment, SigningPurpose } from '@outturn/vocabulary'
import { type ErrorReason, Refusal, unavailable } from '@outturn/contracts'
import type { Signer } from '../domain/keys/signer.ts'

/** The process that holds the private keys of one environment. */
export type RemoteSigning = {
  readonly url: string
  readonly token: string
  readonly timeoutMs: number
}

/** An answer is one signature; more than this is not read. */
const maxAnswerBytes = 4_096

/**
 * A signer whose private key is in another process. Each signature is checked against the pinned public key before it is
 * used, so that process is trusted to keep the key and with nothing else.
 */
export function createRemoteSigner(
  publicKey: Uint8Array,
  { environment, purpose }: { environment: Environment; purpose: SigningPurpose },
  remote: RemoteSigning,
): Signer {
  const keyId = signingKeyIdOf(publicKey, nodeSha256)
  return {
    keyId,
    publicKey,
    async sign(message) {
      const encoded = Buffer.from(message).toString('base64')
      const answer = await ask(remote, { key_id: keyId, purpose, environment, message: encoded })
      const signature = signatureIn(answer)
      const bytes = fromBase64Url(signature)
      if (bytes === undefined || !nodeVerifier(message, bytes, publicKey)) {
        throw signerUnavailable('remote_signature_invalid', `does not sign with the pinned key ${keyId}`)
      }
      return signature
    },
  }
}

async function ask({ url, token, timeoutMs }: RemoteSigning, request: object): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      // A redirect would carry the token and the text to somebody else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await boundedText(response)
    if (response.status !== 200) {
      throw signerUnavailable('remote_signer_refused', `answered ${response.status}`)
    }
    return text
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw signerUnavailable('remote_signer_unavailable', 'did not answer')
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxAnswerBytes) throw signerUnavailable('remote_signer_refused', 'answered at length')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function signatureIn(answer: string): string {
  try {
    const { signature } = JSON.parse(answer) as { signature?: unknown }
    return typeof signature === 'string' ? signature : ''
  } catch {
    return ''
  }
}

function signerUnavailable(reason: ErrorReason, problem: string): Refusal {
  return unavailable(`The remote signer ${problem}; nothing was signed.`, {
    reason,
    retryAfterSeconds: 2,
  })
}
