import { type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import {
  listSigningKeys,
  retireSigningKey,
  revokeSigningKey,
  rotateSigningKey,
  type SigningKeyState,
} from '@outturn/contracts'
import { type Command, Option } from 'commander'
import type { Session } from './session.ts'

type RingChange = {
  changed: readonly SigningKeyState[]
  documentVersion: number
  warnings: readonly string[]
}

/** `keys`: the keys that receipts, attestations, statuses and checkpoints are signed with. */
export function addSigningKeyCommands(program: Command, session: () => Promise<Session>): void {
  const keys = program.command('keys').description('signing keys (API keys are under `key`)')
  keys
    .command('list')
    .description('every key with its state, and those that wait to be rotated to')
    .option('--trail', 'who changed which key, when and why, newest first', false)
    .action(async ({ trail }: { trail: boolean }) => {
      const { operator, print } = await session()
      const answer = await operator.send(listSigningKeys, {})
      print(trail ? answer.changes.map(changeRow) : answer.keys.map(keyRow))
    })
  keys
    .command('rotate')
    .description('make a waiting key the active one of its purpose')
    .addOption(purposeOption())
    .option('--key <id>', 'which one, when several wait')
    .option('--now', 'sign with it at once, before readers can know it', false)
    .requiredOption('--reason <text>', 'why, for the trail')
    .action(async (options: { purpose: SigningPurpose; key?: string; now: boolean; reason: string }) => {
      const { operator, print } = await session()
      const { purpose, key = null, now, reason } = options
      print(
        changeAnswer(
          await operator.send(rotateSigningKey, { purpose, keyId: key, immediately: now, reason }),
        ),
      )
    })
  keys
    .command('retire')
    .description('end the overlap of a retiring key; what it signed stays valid')
    .argument('<key-id>')
    .option('--early', 'before the 30 days of overlap are over', false)
    .requiredOption('--reason <text>', 'why, for the trail')
    .action(async (keyId: string, options: { early: boolean; reason: string }) => {
      const { operator, print } = await session()
      print(changeAnswer(await operator.send(retireSigningKey, { keyId, ...options })))
    })
  keys
    .command('revoke')
    .description('end a key and everything that it ever signed; a waiting key takes over')
    .argument('<key-id>')
    .option('--without-replacement', 'although no other key waits: nothing is signed then', false)
    .requiredOption('--reason <text>', 'why, for the trail')
    .action(async (keyId: string, options: { withoutReplacement: boolean; reason: string }) => {
      const { operator, print } = await session()
      print(changeAnswer(await operator.send(revokeSigningKey, { keyId, ...options })))
    })
}

function purposeOption(): Option {
  return new Option('--purpose <purpose>', 'what the key signs')
    .choices([...signingPurposes])
    .makeOptionMandatory()
}

function changeAnswer({ changed, documentVersion, warnings }: RingChange) {
  return {
    document_version: documentVersion,
    changed: changed.map(keyRow),
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => ({ warning })) }),
  }
}

function keyRow(key: SigningKeyState) {
  return {
    purpose: key.purpose,
    status: key.status,
    key_id: key.keyId,
    loaded: key.isLoaded,
    signs_from: key.signsFrom,
    retiring_since: key.retiringSince,
    retired_at: key.retiredAt,
  }
}

function changeRow(change: {
  keyId: string
  purpose: string
  status: string
  changedBy: string
  reason: string
  documentVersion: number
  at: string
}) {
  return {
    at: change.at,
    purpose: change.purpose,
    key_id: change.keyId,
    became: change.status,
    by: change.changedBy,
    reason: change.reason,
    document_version: change.documentVersion,
  }
}
