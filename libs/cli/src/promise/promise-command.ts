import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { PromiseReplay } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClientOrSession } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { replayCsv } from './replay-csv.ts'
import { replayHtml } from './replay-html.ts'
import { replayLines } from './replay-lines.ts'
import { readReplayRequest, type ReplayFiles } from './replay-request.ts'

export type ReplayPromiseOptions = ConnectionOptions &
  ReplayFiles & {
    readonly sign?: boolean
    /** File for the report. */
    readonly save?: string
    readonly force?: boolean
    readonly idempotencyKey?: string
  }

/** The forms of a report, by the ending of its file. */
const reports: Readonly<Record<string, (replay: PromiseReplay) => string>> = {
  '.html': replayHtml,
  '.csv': replayCsv,
  '.json': (replay) => `${JSON.stringify(replay, null, 2)}\n`,
}

/** Has a promise replayed over a history, and shows or saves what it would have cost. */
export async function runReplayPromise(options: ReplayPromiseOptions, host: Host): Promise<ExitStatus> {
  const { save, force } = options
  const report = save === undefined ? undefined : reportFor(save)
  if (save !== undefined) assertSavable(save, { force })
  const body = await readReplayRequest(options, host)
  const { client } = await openClientOrSession(options, host)
  note(host, `Replaying the promise over ${body.units.length} units …`)
  const replay = await client.audits.replay(
    { ...body, ...(options.sign && { sign: true }) },
    { signal: host.signal, idempotencyKey: options.idempotencyKey ?? randomUUID() },
  )
  printAnswer(host, options, replay, () => replayLines(replay))
  if (save !== undefined && report !== undefined) {
    await saveFile(save, report(replay), { force })
    note(host, `Saved ${save}.`)
  }
  return exitStatus.agrees
}

function reportFor(file: string): (replay: PromiseReplay) => string {
  const report = reports[extname(file).toLowerCase()]
  if (report !== undefined) return report
  throw new UnusableInput(
    `--save ${file} is not a form of a report: end its name with ${Object.keys(reports).join(', ')}.`,
  )
}
