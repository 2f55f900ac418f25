import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  approveRecovery,
  type CommandOutput,
  importReceipt,
  invalid,
  readLogFloor,
  recoverLog,
  requestRecovery,
} from '@outturn/contracts'
import { readEntryBundle, readTilePath, TILE_WIDTH, tilePath } from '@outturn/transparency-log'
import type { Command } from 'commander'
import { idOf } from './arguments.ts'
import type { Operator } from './operator.ts'
import { example, type Run } from './session.ts'

type Send = Operator['send']
type ReasonOptions = { reason: string; checkpoint?: string }
type Floor = NonNullable<CommandOutput<typeof readLogFloor>['floor']>

/** `log`: the transparency log after a restore of the database to an earlier time. */
export function addRecoveryCommands(program: Command, run: Run): void {
  const log = program.command('log').description('the transparency log, and what follows a restored backup')
  log
    .command('show')
    .description('how far the log is, what was published of it, and what has to be decided')
    .addHelpText('after', example('log show'))
    .action(run((send) => send(readLogFloor, {})))
  log
    .command('recover')
    .description('bring back the leaves that a restored database lost, from a copy of the log')
    .requiredOption(
      '--from <place>',
      'address of a mirror (where its checkpoint is, without /checkpoint), or a folder with tile/entries/…',
    )
    .option('--reason <text>', 'why, for the trail', 'leaves of a copy')
    .addHelpText('after', example('log recover --from https://mirror.example.com/log'))
    .action(
      run((send, { from, reason }: { from: string; reason: string }) => recoverFrom(send, from, reason)),
    )
  addDecision('succeed', 'request that the log end, with what is lost, and its successor begin')
  addDecision(
    'adopt-floor',
    'request that the database be taken for whole, as the folder of the floor was lost',
  )
  log
    .command('approve')
    .description('do what another operator requested; this cannot be undone')
    .argument('<request-id>', 'as `log show` shows it', idOf('recovery'))
    .addHelpText('after', example('--as bob log approve rcy_…'))
    .action(run((send, requestId: string) => send(approveRecovery, { requestId })))

  function addDecision(name: 'succeed' | 'adopt-floor', description: string): void {
    log
      .command(name)
      .description(`${description}; another operator approves within 24 hours`)
      .requiredOption('--reason <text>', 'why, for the trail')
      .option('--checkpoint <file>', 'newest checkpoint that is known from elsewhere')
      .addHelpText('after', example(`--as alice log ${name} --reason "the disk was lost"`))
      .action(
        run(async (send, { reason, checkpoint }: ReasonOptions) =>
          send(requestRecovery, {
            decision: name === 'succeed' ? 'succeed' : 'adopt_floor',
            reason,
            checkpoint: checkpoint === undefined ? null : await textOf(checkpoint),
          }),
        ),
      )
  }
}

/** `receipts import`: takes back receipts that a restored database lost. */
export function addImportCommand(receipts: Command, run: Run): void {
  receipts
    .command('import')
    .description('take back receipts that a restored database lost, as their callers got them')
    .argument('<files...>', 'answers of verifications: JSON with the members receipt and attestation')
    .option(
      '--account <account-id>',
      'account that may read them, beside those of another receipt of the Spool; repeatable',
      (id: string, ids: string[]) => [idOf('account')(id), ...ids],
      [] as string[],
    )
    .addHelpText('after', example('receipts import answer-1.json answer-2.json'))
    .action(
      run(async (send, files: string[], { account: accountIds }: { account: string[] }) => {
        const imported = []
        for (const file of files) {
          const { receipt, attestation } = documentsIn(await textOf(file), file)
          imported.push({ file, ...(await send(importReceipt, { receipt, attestation, accountIds })) })
        }
        return imported.map(({ visibleTo, ...row }) => ({ ...row, readers: visibleTo.length }))
      }),
    )
}

type Documents = { receipt: Record<string, unknown>; attestation: Record<string, unknown> }

function documentsIn(text: string, file: string): Documents {
  const answer = jsonOf(text)
  const { receipt, attestation } = (answer ?? {}) as Partial<Documents>
  if (isObject(receipt) && isObject(attestation)) return { receipt, attestation }
  throw invalid('files', `${file} has no receipt with its attestation.`, {
    remediation: 'Give the whole answer of a verification, as its caller kept it.',
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function recoverFrom(send: Send, from: string, reason: string) {
  const { floor, stored } = await send(readLogFloor, {})
  if (floor === null) {
    throw invalid(
      'from',
      'How far the log was published is not known, so no leaves can be compared with it.',
      {
        remediation: 'See `log show`.',
      },
    )
  }
  let answer: CommandOutput<typeof recoverLog> | null = null
  for (let index = stored.size; index < floor.size; ) {
    const entries = await entriesFrom(from, index, floor)
    answer = await send(recoverLog, { index, entries, reason })
    index += entries.length
  }
  return answer ?? { missingFrom: null, floorSize: floor.size }
}

/** The entries from one place to the end of their bundle. */
async function entriesFrom(from: string, index: number, floor: Floor): Promise<string[]> {
  const bundle = Math.floor(index / TILE_WIDTH)
  const first = bundle * TILE_WIDTH
  const width = Math.min(TILE_WIDTH, floor.size - first)
  const bytes = await bundleFrom(from, bundle, width)
  const entries = bytes === null ? undefined : readEntryBundle(bytes)
  if (entries === undefined || entries.length < width) {
    throw invalid('from', `${from} does not have the leaves ${index} to ${first + width - 1}.`, {
      remediation: 'Name another copy of the log in the layout of C2SP tlog-tiles.',
    })
  }
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  return entries.slice(index - first, width).map((entry) => utf8.decode(entry))
}

/** A bundle that is full by now, or the widest part of it that is there. */
async function bundleFrom(from: string, index: number, width: number): Promise<Uint8Array | null> {
  const whole = tilePath({ level: 'entries', index, width: TILE_WIDTH })
  const part = tilePath({ level: 'entries', index, width })
  if (/^https?:\/\//.test(from)) {
    const base = from.replace(/\/+$/, '')
    return (await fetched(`${base}/${whole}`)) ?? (await fetched(`${base}/${part}`))
  }
  const read = (path: string) => readFile(join(from, path)).catch(() => null)
  const found = (await read(whole)) ?? (await read(part))
  if (found !== null) return found
  const names = await readdir(join(from, `${whole}.p`)).catch(() => [])
  const wider = names.filter(
    (name) => readTilePath(`${whole}.p/${name}`) !== undefined && Number(name) > width,
  )
  return wider[0] === undefined ? null : read(`${whole}.p/${wider[0]}`)
}

async function fetched(url: string): Promise<Uint8Array | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => null)
  return answer?.ok === true ? new Uint8Array(await answer.arrayBuffer()) : null
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalid('file', `${file} cannot be read (${error.code}).`, {
      remediation: 'Give the path of a file that this account may read.',
    })
  })
}
