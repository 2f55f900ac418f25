import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Environment, environments, signingPurposes } from '@outturn/vocabulary'
import { z } from 'zod'
import type { LoadedKey } from './key-files.ts'

/** What a remote signer is asked: one message, by a key that is named together with its environment and purpose. */
export const SignRequest = z.strictObject({
  key_id: z.string().regex(/^[0-9a-f]{64}$/),
  purpose: z.enum(signingPurposes),
  environment: z.enum(environments),
  message: z.base64(),
})

export type RemoteSignerServer = { readonly url: string; stop(): Promise<void> }

const maxRequestBytes = 16 * 1_024 * 1_024

/**
 * Signs over HTTP with the keys of one environment: the reference for a process in front of a key service or a hardware
 * module. It signs only for the bearer of the token, and with a key only for the key's own purpose.
 */
export async function serveRemoteSigner(
  keys: readonly LoadedKey[],
  options: { environment: Environment; token: string; host: string; port: number },
): Promise<RemoteSignerServer> {
  const server = createServer((request, response) => {
    answer(keys, options, request).then(
      ([status, body]) => send(response, status, body),
      () => send(response, 500, { error: 'the request could not be handled' }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host}:${port}/sign`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function answer(
  keys: readonly LoadedKey[],
  { environment, token }: { environment: Environment; token: string },
  request: IncomingMessage,
): Promise<[status: number, body: object]> {
  if (!isBearer(request.headers.authorization, token)) return [401, { error: 'the token is not known' }]
  const body = await readBody(request)
  if (body === null) return [413, { error: 'the request is too large' }]
  const asked = SignRequest.safeParse(parsedJson(body))
  if (!asked.success) return [400, { error: 'the request is not a request for a signature' }]
  const { key_id: keyId, purpose, message } = asked.data
  const key = keys.find(({ signer }) => signer.keyId === keyId)
  if (key === undefined || key.purpose !== purpose || asked.data.environment !== environment) {
    return [404, { error: 'no such key signs for this purpose and environment' }]
  }
  return [200, { signature: await key.signer.sign(Buffer.from(message, 'base64')) }]
}

/** Digests have one length, so the comparison takes one time whatever was sent. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxRequestBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
