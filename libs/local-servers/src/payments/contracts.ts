import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { replaceFileBy } from '@outturn/whole-files'

const run = promisify(execFile)
const contracts = join(import.meta.dirname, 'contracts')

/** Code of a contract as it lies on a chain, and as a transaction brings it there. */
export type ContractCode = { runs: `0x${string}`; deploys: `0x${string}` }

/** The dollar of the local chain, and how facilitators ask several questions at once. */
export function dollarCodes(folder: string): Promise<Record<'TestDollar' | 'TestMulticall', ContractCode>> {
  return compiled(join(contracts, 'TestDollar.sol'), folder)
}

/** A permission manager, wallets that are contracts, and what plain keys delegate to. */
export function permissionCodes(
  folder: string,
): Promise<Record<'TestPermissionManager' | 'TestWallet' | 'TestDelegate', ContractCode>> {
  return compiled(join(contracts, 'TestPermissions.sol'), folder)
}

/** The code of the contracts in a source file, compiled once for each version of it and kept in `folder`. */
export async function compiled<Name extends string>(
  source: string,
  folder: string,
): Promise<Record<Name, ContractCode>> {
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const file = join(folder, `${basename(source, '.sol')}-${digest}.json`)
  if (!existsSync(file)) {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'compile-main.ts'), source], {
      maxBuffer: 1 << 24,
    })
    await mkdir(folder, { recursive: true })
    await replaceFileBy(file, (draft) => writeFile(draft, stdout))
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<Name, ContractCode>
}
