import { conflict } from '@outturn/contracts'
import { createKeyFiles } from '@outturn/signing/create-key-files'
import { type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { localSigningKeys, secretIn } from './access.ts'
import { choice, fileLabel } from './arguments.ts'
import { example, type RunOffline } from './session.ts'

type CreateOptions = {
  purpose: SigningPurpose
  dir?: string
  label?: string
  passphraseFile?: string
}

/** `keys create`: the file of a new signing key. It signs nothing before an operator rotates to it. */
export function addKeyFileCommands(keys: Command, run: RunOffline): void {
  keys
    .command('create')
    .description('make the file of a new key; it waits until `keys rotate`')
    .addOption(choice('--purpose <purpose>', 'what the key signs', signingPurposes).makeOptionMandatory())
    .option('--dir <folder>', 'folder of the signing keys (default: that of the system of `npm start`)')
    .option('--label <word>', 'tells the file from others of its purpose (default: the time)', fileLabel)
    .option('--passphrase-file <file>', 'encrypts the key')
    .addHelpText('after', example('keys create --purpose receipt --label 2027'))
    .action(
      run(async (environment, { purpose, dir, label, passphraseFile }: CreateOptions) => {
        const now = new Date()
        const passphrase = passphraseFile === undefined ? undefined : await secretIn(passphraseFile)
        const [created] = await createKeyFiles(
          dir ?? (await localSigningKeys(process.env)),
          environment,
          now,
          {
            purposes: [purpose],
            label: label ?? now.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
            ...(passphrase !== undefined && { passphrase }),
          },
        )
        if (created === undefined) {
          throw conflict(`There is a key file for ${purpose} under this label.`, {
            reason: 'key_file_exists',
            remediation: 'Choose another --label; a key file is never replaced.',
          })
        }
        return { created, next: `keys rotate --purpose ${purpose}` }
      }),
    )
}
