import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBase64Url } from '@outturn/canonical'
import { nodeVerifier } from '@outturn/canonical/node'
import type { KeyDocument } from '@outturn/contracts'
import { rootSignedText } from '@outturn/receipt-verifier/issuing'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { runCommand } from '../system/command.ts'
import { readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const folder = mkdtempSync(join(tmpdir(), 'outturn-root-key-'))
const file = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs an operator's command; with no way to the system, as on the machine of the root key, unless it is given one. */
async function admin(words: string[], env: Record<string, string> = {}) {
  const main = join(import.meta.dirname, '../../deploy/operator/src/main.ts')
  const { code, output, errors } = await runCommand(process.execPath, [main, '--json', ...words], {
    PATH: process.env['PATH'] ?? '',
    ...env,
  })
  return { code, errors, json: output === '' ? null : JSON.parse(output) }
}

const served = async () => (await send<KeyDocument>(new URL(system.keys_url).pathname)).json

function isSignedBy(document: KeyDocument, publicKey: string): boolean {
  const signature = fromBase64Url(document.root_signature?.signature ?? '')
  const key = fromBase64Url(publicKey)
  if (signature === undefined || key === undefined) return false
  return nodeVerifier(rootSignedText({ ...document }), signature, key)
}

test('the key document is served with what the offline root key signed of it', async () => {
  writeFileSync(file('passphrase'), 'the passphrase of the root key')
  const protect = ['--passphrase-file', file('passphrase')]
  const made = await admin(['keys', 'create-root', '--file', file('root.pem'), ...protect])
  const { root_key_id: rootKeyId, public_key: publicKey } = made.json
  expect(readFileSync(file('root.pem'), 'utf8')).toContain('ENCRYPTED PRIVATE KEY')
  expect((await admin(['keys', 'create-root', '--file', file('root.pem')])).code).toBe(1)

  writeFileSync(file('keys.json'), JSON.stringify(await served()))
  const files = [
    '--document',
    file('keys.json'),
    '--root-key',
    file('root.pem'),
    '--out',
    file('signed.json'),
  ]
  const signing = await admin(['keys', 'sign-document', ...files, ...protect])
  expect(signing.json).toMatchObject({ issuer: system.base_url, root_key_id: rootKeyId })

  const access = {
    NATS_URL: system.operator.nats_url,
    OUTTURN_NATS_PASSWORD_FILE: system.operator.password_files.production,
  }
  expect((await admin(['keys', 'publish-signature', file('signed.json')], access)).json).toMatchObject({
    root_key_id: rootKeyId,
  })
  const document = await vi.waitFor(
    async () => {
      const now = await served()
      expect(now.root_signature?.key_id).toBe(rootKeyId)
      return now
    },
    { timeout: 60_000, interval: 250 },
  )
  expect(document.as_of).toBe(signing.json.as_of)
  expect(isSignedBy(document, publicKey)).toBe(true)
  expect(isSignedBy({ ...document, version: document.version + 1 }, publicKey)).toBe(false)

  const altered = JSON.parse(readFileSync(file('signed.json'), 'utf8'))
  altered.document.issuer = 'https://example.com'
  writeFileSync(file('altered.json'), JSON.stringify(altered))
  const refused = await admin(['keys', 'publish-signature', file('altered.json')], access)
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('validation_failed')])
})
