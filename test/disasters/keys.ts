import { existsSync, globSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Disaster } from './disaster.ts'
import { type LostSystem, startLostSystem } from './lost-system.ts'
import { untilReady } from './standby.ts'

type Key = { readonly key_id: string; readonly purpose: string; readonly status: string }

async function keysOf({ run }: LostSystem): Promise<readonly Key[]> {
  return JSON.parse(await run('npm run admin -- --json keys list')) as readonly Key[]
}

async function expectVerified(lost: LostSystem, name: string): Promise<void> {
  const { status, reason } = await lost.verify(name)
  if (status !== 201) throw new Error(`the verification ${name} is answered ${status}, ${reason}`)
}

async function expectOffline(lost: LostSystem, name: string, expected: RegExp): Promise<void> {
  const printed = await lost.checkOffline(name)
  if (!expected.test(printed)) throw new Error(`the receipt of ${name} is ${printed}`)
}

/** The files of the keys for receipts and for the log are gone; a start makes new ones, which sign nothing until a rotation. */
export const lostKeys: Disaster = {
  name: 'The key for receipts, and the log’s',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    await expectVerified(lost, 'before')
    await lost.system.killAll()
    const folder = join(lost.system.home, 'secrets/signing-keys/production')
    for (const purpose of ['receipt', 'log'])
      for (const file of globSync(join(folder, `${purpose}*.pem`))) renameSync(file, `${file}.lost`)
    await lost.system.startAgain()
    const refused = await lost.verify('without-a-key')
    if (refused.status !== 503)
      throw new Error(`without the key a verification is answered ${refused.status}`)
    report(`without the keys verifications are refused: ${refused.reason}`)
    for (const purpose of ['receipt', 'log']) {
      if (!existsSync(join(folder, `${purpose}.pem`)))
        await lost.run(`npm run admin -- keys create --purpose ${purpose}`)
      await lost.run(`npm run admin -- keys rotate --purpose ${purpose} --reason "the key file is lost"`)
    }
    await untilReady(lost.system.baseUrl)
    await expectVerified(lost, 'after')
    for (const name of ['before', 'after']) await expectOffline(lost, name, /^VALID/m)
    return 'what the lost key signed is valid, and so is what the next one signs'
  },
}

export const stolenKey: Disaster = {
  name: 'A key is stolen',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    await expectVerified(lost, 'before')
    const stolen = (await keysOf(lost)).find(
      ({ purpose, status }) => purpose === 'receipt' && status === 'active',
    )
    await lost.run('npm run admin -- keys create --purpose receipt --label next')
    await lost.run(`npm run admin -- keys revoke ${stolen?.key_id} --reason "a copy was found elsewhere"`)
    report('revoked, with the next key in its place')
    await expectVerified(lost, 'after')
    await expectOffline(lost, 'before', /INVALID[\s\S]*untrusted_signing_key/)
    await expectOffline(lost, 'after', /^VALID/m)
    return 'what it signed is untrusted, what the next key signs is valid'
  },
}
