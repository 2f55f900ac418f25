import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandInput, type CommandOutput, issueReceipt } from '@outturn/contracts'
import type { FixedClock, TestDatabase } from '@outturn/testkit'
import { numberedRun } from './numbered-run.ts'
import { as, type OpenSigning, openSigning, placeAllKeys, type Replica } from './open-signing.ts'
import { spoolService } from './principals.ts'

/** Signing on one database and one folder of the floor, as a deployment runs it from a start to a stop. */
export type Deployment = OpenSigning &
  AsyncDisposable & {
    readonly replica: Replica
    /** Signs the receipt of a run of this number. */
    issue(
      run: number,
      how?: Parameters<typeof numberedRun>[1] & Partial<CommandInput<typeof issueReceipt>>,
    ): Promise<CommandOutput<typeof issueReceipt>>
    /** One turn of the log, beside those that come by themselves. */
    turn(): Promise<void>
  }

export async function deploy(
  { natsUrl, clock }: { natsUrl: string; clock: FixedClock },
  database: TestDatabase,
  floorFolder: string,
): Promise<Deployment> {
  const open = await openSigning({ natsUrl, databaseUrlOf: database.urlOf, clock })
  await placeAllKeys(open)
  const replica = await open.startReplica({ OUTTURN_LOG_FLOOR_DIR: floorFolder })
  return {
    ...open,
    replica,
    issue(run, { spool, issuedAt, supersedes, ...members } = {}) {
      const how = { ...(spool !== undefined && { spool }), ...(supersedes !== undefined && { supersedes }) }
      const command = numberedRun(run, { ...how, ...(issuedAt !== undefined && { issuedAt }) })
      return open.spool.request(issueReceipt, { ...command, ...members }, as(spoolService))
    },
    async turn() {
      await replica.instance.sweepers?.find(({ name }) => name === 'transparency-log')?.sweep(clock.now())
    },
    [Symbol.asyncDispose]: () => open.stop(),
  }
}

export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'outturn-test-floor-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
