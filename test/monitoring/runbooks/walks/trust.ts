import { mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAdmin } from '../../../system/admin.ts'
import { runCommand } from '../../../system/command.ts'
import { sql } from '../../breaking.ts'
import type { Walk } from '../walk.ts'
import type { World } from '../world.ts'

export const trustWalks: readonly Walk[] = [
  {
    alerts: ['OutturnSigningStopped'],
    cause: 'the key for receipts is revoked without another one',
    async begin(world) {
      const keys = (await operate(world, 'walk', 'keys', 'list')) as {
        key_id: string
        purpose: string
        status: string
      }[]
      const key = keys.find(({ purpose, status }) => purpose === 'receipt' && status === 'active')
      await operate(
        world,
        'walk',
        'keys',
        'revoke',
        key?.key_id ?? '',
        '--without-replacement',
        '--reason',
        'a walk',
      )
      return () => newKey(world, 'receipt')
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnKeyOld'],
    cause: 'a key has signed since 401 days',
    async begin(world) {
      const changed = await sql(
        world.system,
        `update signing_key set signs_from = now() - interval '401 days'
         where purpose = 'export' and status = 'active' returning key_id`,
        'signing',
      )
      if (changed.length !== 1) throw new Error(`${changed.length} keys for exports are active`)
      return () => newKey(world, 'export')
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnRootSignatureOld'],
    cause: 'a key is rotated after the root key signed the document',
    withinSeconds: 180,
    async begin(world) {
      const folder = mkdtempSync(join(tmpdir(), 'outturn-root-'))
      writeFileSync(join(folder, 'passphrase'), 'a long passphrase of a walk')
      const sign = () => signDocument(world, folder)
      await keyTool(
        world,
        `keys create-root --file ${folder}/root.pem --passphrase-file ${folder}/passphrase`,
      )
      await sign()
      await newKey(world, 'status')
      return sign
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnRestoredFromBackup'],
    cause: 'the floor of the log is lost',
    withinSeconds: 120,
    async begin(world) {
      const folder = join(world.system.home, 'log-floor/production')
      const floor = readdirSync(folder).filter((name) => name.startsWith('log-floor'))
      if (floor.length === 0) throw new Error(`${folder} has no floor of the log`)
      for (const name of floor) renameSync(join(folder, name), join(folder, `away.${name}`))
      return async () => {
        const asked = (await operate(
          world,
          'alice',
          'log',
          'adopt-floor',
          '--reason',
          'the folder was lost',
        )) as Record<string, unknown>
        const id = Object.values(asked).find((value) => String(value).startsWith('rcy_'))
        await operate(world, 'bob', 'log', 'approve', String(id))
      }
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnCertificateEnding', 'OutturnCertificateEndsNow'],
    cause: 'a certificate that ends within a day',
    async begin({ ageing }) {
      return ageing.ageCertificate()
    },
    follow: (_, remedy) => remedy(),
  },
]

async function operate({ system }: World, name: string, ...words: string[]): Promise<unknown> {
  const { code, errors, json } = await runAdmin(system.file(), name, ...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${errors}`)
  return json
}

async function keyTool({ system }: World, words: string): Promise<void> {
  const { PATH = '' } = process.env
  const main = join(import.meta.dirname, '../../../../deploy/operator/src/main.ts')
  const { code, errors } = await runCommand('bash', ['-c', `'${process.execPath}' ${main} ${words}`], {
    PATH,
    OUTTURN_HOME: system.home,
  })
  if (code !== 0) throw new Error(`${words}: ${errors}`)
}

/** As docs/keys.md says: makes the next key of a purpose, and has it sign. */
async function newKey(world: World, purpose: string): Promise<void> {
  await keyTool(world, `keys create --purpose ${purpose} --label walk-${purpose}`)
  await operate(world, 'walk', 'keys', 'rotate', '--purpose', purpose, '--reason', 'a walk')
}

/** As docs/keys.md says: brings the document to the root key, and the signature back. */
async function signDocument(world: World, folder: string): Promise<void> {
  const document = await (await fetch(world.system.file().keys_url)).text()
  writeFileSync(join(folder, 'keys.json'), document)
  await keyTool(
    world,
    `keys sign-document --document ${folder}/keys.json --root-key ${folder}/root.pem --passphrase-file ${folder}/passphrase --out ${folder}/signed.json`,
  )
  await keyTool(world, `keys publish-signature ${folder}/signed.json`)
}
