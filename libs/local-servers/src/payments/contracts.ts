import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replaceFileBy } from '@outturn/whole-files'

const run = promisify(execFile)
const source = join(import.meta.dirname, 'contracts/TestDollar.sol')

/** Code of the contracts as it lies on a chain. */
export type ContractCodes = { TestDollar: `0x${string}`; TestMulticall: `0x${string}` }

/** The code of the contracts of the local chain, compiled once for each version of their source and kept in `folder`. */
export async function contractCodes(folder: string): Promise<ContractCodes> {
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const file = join(folder, `contracts-${digest}.json`)
  if (!existsSync(file)) {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'compile-main.ts'), source], {
      maxBuffer: 1 << 24,
    })
    await mkdir(folder, { recursive: true })
    await replaceFileBy(file, (draft) => writeFile(draft, stdout))
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ContractCodes
}
