// `npm run settlements -- --count 200 --seed 1`: random settlements while what they meet fails, then what arrived is counted on the chain and at the processor.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { countOf, readOptions } from '../system/read-options.ts'

const usage = `Usage: npm run settlements -- [--count NUMBER] [--seed NUMBER]

Settlements by signatures, under grants and by card, on a chain and with a processor of cards of their own, while transfers are sent by
others, canceled, run out, are dropped, written anew or outbid, up to 70 blocks of the chain are replaced by others, grants are revoked, run out or are spent otherwise, buyers leave, pay
twice or are declined, holds lapse, processes share the work or end, chain and processor answer late or not at all, and operators
hold, pause and close. Afterwards what the chain and the processor have and the books must tell the same, and nothing may be owed.

  --count NUMBER  how many settlements there are; by default 200
  --seed NUMBER   what befalls each of them; by default one that the clock gives
  --help          show this
`
const options = readOptions(usage, {
  count: { type: 'string', default: '200' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
})
const root = join(import.meta.dirname, '../..')
const file = 'services/settlement/src/flows/random-settlements.int.test.ts'
const child = spawn(
  process.execPath,
  [join(root, 'deploy/local/run.mjs'), '--bin', 'vitest', 'run', '--project', 'int', file],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      OUTTURN_SETTLEMENTS: String(countOf(usage, options.count)),
      OUTTURN_SETTLEMENTS_SEED: String(countOf(usage, options.seed)),
    },
  },
)
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
