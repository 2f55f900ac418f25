import { readFile } from 'node:fs/promises'
import { toBase64Url } from '@outturn/canonical'
import { conflict, invalid, KeyDocument, recordRootSignature } from '@outturn/contracts'
import { rootSignedText } from '@outturn/receipt-verifier/issuing'
import { createRootKey, openRootKey } from '@outturn/signing/root-key'
import { replaceFile } from '@outturn/whole-files'
import type { Command } from 'commander'
import { z } from 'zod'
import { secretIn } from './access.ts'
import { example, type Run, type RunOffline } from './session.ts'

/** What travels from the machine of the root key back to the operator. */
const SignedDocument = z.strictObject({ document: KeyDocument, public_key: z.string() })

type CreateOptions = { file: string; passphraseFile?: string }
type SignOptions = { document: string; rootKey: string; out: string; passphraseFile?: string }

/** `keys create-root`, `sign-document` and `publish-signature`: the root key, which stays offline, vouches for the key document. */
export function addRootKeyCommands(keys: Command, run: Run, runOffline: RunOffline): void {
  keys
    .command('create-root')
    .description('make a root key, on a machine that no network reaches; readers pin its public half')
    .requiredOption('--file <file>', 'where to keep it')
    .option('--passphrase-file <file>', 'encrypts it')
    .addHelpText('after', example('keys create-root --file root.pem --passphrase-file passphrase'))
    .action(
      runOffline(async (_environment, { file, passphraseFile }: CreateOptions) => {
        const made = await createRootKey(file, { now: new Date(), ...(await passphraseIn(passphraseFile)) })
        if (made === null) {
          throw conflict(`There is a file ${file}.`, {
            reason: 'key_file_exists',
            remediation: 'Choose another --file; a key file is never replaced.',
          })
        }
        return { created: file, rootKeyId: made.keyId, publicKey: toBase64Url(made.publicKey) }
      }),
    )
  keys
    .command('sign-document')
    .description('sign the key document as it is served, where the root key is')
    .requiredOption('--document <file>', 'the served /.well-known/…-keys.json')
    .requiredOption('--root-key <file>', 'the root key')
    .requiredOption('--out <file>', 'what to publish')
    .option('--passphrase-file <file>', 'opens the root key')
    .addHelpText(
      'after',
      example('keys sign-document --document keys.json --root-key root.pem --out signed.json'),
    )
    .action(
      runOffline(async (_environment, { document: path, rootKey, out, passphraseFile }: SignOptions) => {
        const served = KeyDocument.parse(await jsonIn(path))
        const { passphrase } = await passphraseIn(passphraseFile)
        const signer = await openRootKey(rootKey, passphrase)
        const { as_of: _, root_signature: _before, ...rest } = served
        const document = { ...rest, as_of: new Date().toISOString() }
        const signature = await signer.sign(rootSignedText(document))
        const signed = {
          document: { ...document, root_signature: { key_id: signer.keyId, signature } },
          public_key: toBase64Url(signer.publicKey),
        }
        await replaceFile(out, `${JSON.stringify(signed)}\n`)
        const { issuer, version, as_of: asOf } = document
        return { written: out, issuer, version, asOf, rootKeyId: signer.keyId, keys: keyRows(served) }
      }),
    )
  keys
    .command('publish-signature')
    .description('serve the key document with what its root key signed')
    .argument('<file>', 'as `keys sign-document` wrote it')
    .addHelpText('after', example('keys publish-signature signed.json'))
    .action(
      run(async (send, file: string) => {
        const { document, public_key: publicKey } = SignedDocument.parse(await jsonIn(file))
        return send(recordRootSignature, { document, publicKey })
      }),
    )
}

async function passphraseIn(file: string | undefined): Promise<{ passphrase?: string }> {
  return file === undefined ? {} : { passphrase: await secretIn(file) }
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw invalid('file', `${file} cannot be read as JSON: ${(error as Error).message}`)
  }
}

const none: NonNullable<KeyDocument['exports']> = { production: [], demo: [] }

/** What the root key vouches for, to be compared before the file leaves its machine. */
function keyRows({ receipts, attestations, status, exports = none, payments = none }: KeyDocument) {
  return Object.entries({ receipts, attestations, status, exports, payments }).flatMap(([purpose, ring]) =>
    Object.entries(ring).flatMap(([environment, keys]) =>
      keys.map(({ key_id: keyId, status: state }) => ({ purpose, environment, keyId, state })),
    ),
  )
}
