import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEd25519Signer } from '@outturn/canonical/node'
import { issueReceipt } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyFiles } from './create-key-files.ts'
import { keyFilePath, type LoadedKey, loadKeyFiles } from './key-files.ts'
import { formatKeyFile, KeyFileError } from '../domain/keys/key-file.ts'
import { numberedRun } from '../testing/numbered-run.ts'
import { as } from '../testing/open-signing.ts'
import { testSigning } from '../testing/test-signing.ts'
import { issuedDocuments } from '../testing/issued.ts'

const environment = 'demo'
const createdAt = '2026-01-01T00:00:00.000Z'
const passphrase = 'correct horse battery staple'
const token = randomBytes(24).toString('hex')
const program = join(import.meta.dirname, '../../../../deploy/remote-signer/src/main.ts')
const clock = fixedClock('2026-01-02T00:00:00.000Z')

const open = await testSigning(clock)
let vault: string
let keys: LoadedKey[]
let signer: { child: ChildProcess; url: string }

beforeAll(async () => {
  vault = await mkdtemp(join(tmpdir(), 'outturn-test-vault-'))
  await createKeyFiles(vault, environment, new Date(createdAt), { passphrase })
  await writeFile(join(vault, 'token'), token)
  await writeFile(join(vault, 'passphrase'), passphrase)
  keys = await loadKeyFiles({ environment, directory: vault, passphrase, remote: null })
  for (const { purpose, signer: key } of keys) await placePublicHalf(purpose, key.publicKey)
  signer = await startRemoteSigner()
})
afterAll(async () => {
  signer.child.kill('SIGKILL')
  await rm(vault, { recursive: true })
})

async function placePublicHalf(purpose: LoadedKey['purpose'], publicKey: Uint8Array): Promise<void> {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]).toString('base64')
  const pem = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----`
  const path = keyFilePath(open.keysDir, environment, purpose)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, formatKeyFile({ environment, purpose, createdAt, pem }))
}

/** The reference program, in a process of its own: the one that holds the private keys. */
async function startRemoteSigner(): Promise<typeof signer> {
  const secrets = ['--token-file', join(vault, 'token'), '--passphrase-file', join(vault, 'passphrase')]
  const args = [program, '--dir', vault, '--environment', environment, '--port', '0', ...secrets]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { child, url: /http:\S+/.exec(line)?.[0] ?? '' }
}

const remote = (url: string, bearer = token) => ({
  OUTTURN_DEMO_REMOTE_SIGNER_URL: url,
  OUTTURN_DEMO_REMOTE_SIGNER_TOKEN: bearer,
})
const issue = async (run: number) =>
  issuedDocuments(
    await open.spool.request(issueReceipt, numberedRun(run), as({ kind: 'service', service: 'spool' })),
  )
const storedReceipts = async () => (await open.pool.query('select 1 from receipt')).rows.length

test('without an address of it the public half of a key is of no use, and the service does not start', async () => {
  await expect(open.startReplica()).rejects.toThrow(KeyFileError)
})

test('an encrypted key opens with its passphrase only', async () => {
  const source = { environment, directory: vault, remote: null } as const
  await expect(loadKeyFiles({ ...source, passphrase: undefined })).rejects.toThrow('PASSPHRASE')
  await expect(loadKeyFiles({ ...source, passphrase: 'a wrong passphrase' })).rejects.toThrow(KeyFileError)
})

test('receipts are signed by a process that this one never sees a private key of', async () => {
  await using _replica = await open.startReplica(remote(signer.url))
  const { receipt, attestation } = await issue(1)
  const keyOf = (purpose: string) => keys.find((key) => key.purpose === purpose)?.signer
  expect(receipt['signing_key_id']).toBe(keyOf('receipt')?.keyId)
  expect(attestation['signingKeyId']).toBe(keyOf('attestation')?.keyId)
  expect(await issue(1)).toEqual({ receiptId: receipt['id'], receipt, attestation })
})

test('a signer that does not know the token, or is not there, leaves nothing signed and nothing stored', async () => {
  const before = await storedReceipts()
  for (const settings of [remote(signer.url, 'x'.repeat(16)), remote('http://127.0.0.1:1/sign')]) {
    await using _replica = await open.startReplica(settings)
    await expect(issue(2)).rejects.toMatchObject({ code: 'configuration_unavailable' })
  }
  expect(await storedReceipts()).toBe(before)
})

const lies: [what: string, answer: (message: string) => string | Promise<string>][] = [
  ['a signature by another key', (message) => signedBy(7, Buffer.from(message, 'base64').toString())],
  ['a signature of another text', () => keys[0]?.signer.sign('another text') ?? ''],
  ['no signature', () => ''],
]

test.each(lies)('%s is not taken for one', async (_what, answer) => {
  const liar = await startLiar(answer)
  const before = await storedReceipts()
  await using _replica = await open.startReplica(remote(liar.url))
  await expect(issue(3)).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'remote_signature_invalid' },
  })
  expect(await storedReceipts()).toBe(before)
  liar.server.close()
})

test('the signer signs only for the purpose and environment of a key', async () => {
  const ask = (change: object) =>
    fetch(signer.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        key_id: keys.find(({ purpose }) => purpose === 'status')?.signer.keyId,
        purpose: 'status',
        environment,
        message: Buffer.from('{}').toString('base64'),
        ...change,
      }),
    })
  expect((await ask({})).status).toBe(200)
  expect((await ask({ purpose: 'receipt' })).status).toBe(404)
  expect((await ask({ environment: 'production' })).status).toBe(404)
  expect((await ask({ message: '{}' })).status).toBe(400)
})

function signedBy(seedByte: number, text: string): string {
  return createEd25519Signer(Buffer.alloc(32, seedByte)).sign(text)
}

/** Answers every request as a signer would, with what `answer` makes of its message. */
async function startLiar(answer: (typeof lies)[number][1]): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    void request.toArray().then(async (parts) => {
      const { message } = JSON.parse(Buffer.concat(parts as Buffer[]).toString()) as { message: string }
      response.end(JSON.stringify({ signature: await answer(message) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign` }
}
