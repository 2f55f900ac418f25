import { type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import {
  type CommandOutput,
  listSigningKeys,
  retireSigningKey,
  revokeSigningKey,
  rotateSigningKey,
  type SigningKeyState,
} from '@outturn/contracts'
import type { Command } from 'commander'
import { choice, signingKeyId } from './arguments.ts'
import { example, type Run } from './session.ts'

type RingChange = CommandOutput<typeof rotateSigningKey>
type KeyChange = CommandOutput<typeof listSigningKeys>['changes'][number]
type RotateOptions = { purpose: SigningPurpose; key?: string | null; now: boolean; reason: string }

/** `keys`: the keys that receipts, attestations, statuses and checkpoints are signed with. */
export function addSigningKeyCommands(program: Command, run: Run): Command {
  const keys = program.command('keys').description('signing keys (API keys are under `key`)')
  keys
    .command('list')
    .description('every key with its state, and those that wait to be rotated to')
    .option('--trail', 'who changed which key, when and why, newest first', false)
    .addHelpText('after', example('keys list --trail'))
    .action(
      run(async (send, { trail }: { trail: boolean }) => {
        const answer = await send(listSigningKeys, {})
        return trail ? answer.changes.map(changeRow) : answer.keys.map(keyRow)
      }),
    )
  keys
    .command('rotate')
    .description('make a waiting key the active one of its purpose')
    .addOption(choice('--purpose <purpose>', 'what the key signs', signingPurposes).makeOptionMandatory())
    .option('--key <id>', 'which one, when several wait', signingKeyId)
    .option('--now', 'sign with it at once, before readers can know it', false)
    .requiredOption('--reason <text>', 'why, for the trail')
    .addHelpText('after', example('keys rotate --purpose receipt --reason "yearly rotation"'))
    .action(
      run(async (send, { purpose, key: keyId = null, now: immediately, reason }: RotateOptions) =>
        changeAnswer(await send(rotateSigningKey, { purpose, keyId, immediately, reason })),
      ),
    )
  keys
    .command('retire')
    .description('end the overlap of a retiring key; what it signed stays valid')
    .argument('<key-id>', 'as the list shows it', signingKeyId)
    .option('--early', 'before the 30 days of overlap are over', false)
    .requiredOption('--reason <text>', 'why, for the trail')
    .addHelpText('after', example('keys retire 34750f98… --reason "overlap is over"'))
    .action(
      run(async (send, keyId: string, { early, reason }: { early: boolean; reason: string }) =>
        changeAnswer(await send(retireSigningKey, { keyId, early, reason })),
      ),
    )
  keys
    .command('revoke')
    .description('end a key and everything that it ever signed; the next key takes over')
    .argument('<key-id>', 'as the list shows it', signingKeyId)
    .option(
      '--without-replacement',
      'stop: nothing is signed for its purpose until a key is rotated to',
      false,
    )
    .requiredOption('--reason <text>', 'why, for the trail')
    .addHelpText('after', example('keys revoke 34750f98… --reason "the backup was stolen"'))
    .action(
      run(async (send, keyId: string, options: { withoutReplacement: boolean; reason: string }) =>
        changeAnswer(await send(revokeSigningKey, { keyId, ...options })),
      ),
    )
  return keys
}

function changeAnswer({ changed, documentVersion, warnings }: RingChange) {
  return {
    documentVersion,
    changed: changed.map(keyRow),
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => ({ warning })) }),
  }
}

function keyRow({ isLoaded, notBefore: _, notAfter: _a, ...key }: SigningKeyState) {
  const { purpose, status, keyId, ...times } = key
  return { purpose, status, keyId, loaded: isLoaded, ...times }
}

function changeRow({ at, purpose, keyId, status, changedBy, reason, documentVersion }: KeyChange) {
  return { at, purpose, keyId, became: status, by: changedBy, reason, documentVersion }
}
