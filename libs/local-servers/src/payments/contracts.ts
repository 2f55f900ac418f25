import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { replaceFileBy } from '@outturn/whole-files'

const run = promisify(execFile)
const contracts = join(import.meta.dirname, 'contracts')

/** Code of a contract as it lies on a chain, and as a transaction brings it there. */
export type ContractCode = { runs: `0x${string}`; deploys: `0x${string}` }

const locals = ['TestDollar.sol', 'TestPermissions.sol'].map((name) => join(contracts, name))
const underWay = new Map<string, Promise<void>>()

/** The dollar of the local chain, and how facilitators ask several questions at once. */
export function dollarCodes(folder: string): Promise<Record<'TestDollar' | 'TestMulticall', ContractCode>> {
  return compiled(locals, folder)
}

/** A permission manager, wallets that are contracts, and what plain keys delegate to. */
export function permissionCodes(
  folder: string,
): Promise<Record<'TestPermissionManager' | 'TestWallet' | 'TestDelegate', ContractCode>> {
  return compiled(locals, folder)
}

/**
 * The code of the contracts in source files, compiled once for each version of them and kept in `folder`. Files that are needed
 * together are compiled together: starting the compiler takes as long as compiling one of them.
 */
export async function compiled<Name extends string>(
  sources: readonly string[],
  folder: string,
): Promise<Record<Name, ContractCode>> {
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(source)).update('\0')
  const names = sources.map((source) => basename(source, '.sol'))
  const file = join(folder, `${names.join('-')}-${hash.digest('hex').slice(0, 16)}.json`)
  if (!existsSync(file)) {
    const compiling = underWay.get(file) ?? compileInto(file, sources).finally(() => underWay.delete(file))
    underWay.set(file, compiling)
    await compiling
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<Name, ContractCode>
}

async function compileInto(file: string, sources: readonly string[]): Promise<void> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'compile-main.ts'), ...sources], {
    maxBuffer: 1 << 24,
  })
  await mkdir(dirname(file), { recursive: true })
  await replaceFileBy(file, (draft) => writeFile(draft, stdout))
}
