import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  busUserName,
  type Command,
  type CommandInput,
  type CommandOutput,
  createAccount,
  createKey,
  errorCodes,
  grantCredits,
  Refusal,
  setAllowance,
} from '@outturn/contracts'
import { connectBus } from '@outturn/messaging'
import { pino } from 'pino'
import type { SystemFile } from './running-system.ts'

/** Works on the production environment with the operator's credentials, as the operator's command line does. */
export interface Operator {
  send<C extends Command>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** A new account with a full-scope key. */
  openAccount(wishes?: AccountWishes): Promise<Account>
  close(): Promise<void>
}

export interface AccountWishes {
  /** Requests a minute; by default more than any test sends. */
  quota?: number
  /** Verification runs and compiles included each month; by default none, so that every run is paid for. */
  included?: number
  cents?: number
  /** Makes the account once, with an id that follows from it. */
  commandId?: string
}

export interface Account {
  accountId: string
  apiKey: string
}

const waitMs = 60_000
const retryPauseMs = 250

export async function connectOperator({ operator }: Pick<SystemFile, 'operator'>): Promise<Operator> {
  const bus = await connectBus({
    servers: operator.nats_url,
    user: busUserName('operator', 'production'),
    password: readFileSync(operator.password_files.production, 'utf8').trim(),
    name: 'tests',
    environment: 'production',
    service: 'operator',
    log: pino({ level: 'silent' }),
  })

  /** Again under the same id while the refusal says that this helps, as on a busy machine. */
  async function send<C extends Command>(
    command: C,
    input: CommandInput<C>,
    commandId = `operator:${randomUUID()}`,
  ): Promise<CommandOutput<C>> {
    const deadline = Date.now() + waitMs
    const options = {
      principal: { kind: 'operator', name: 'tests' },
      commandId,
      requestId: `operator:${randomUUID()}`,
      deadline,
    } as const
    for (;;) {
      try {
        return await bus.request(command, input, options)
      } catch (error) {
        const mayHelp = error instanceof Refusal && errorCodes[error.code].retryable
        if (!mayHelp || Date.now() > deadline) throw error
        await pause(retryPauseMs)
      }
    }
  }

  return {
    send,
    async openAccount({ quota = 1_000_000, included = 0, cents = 0, commandId } = {}) {
      const account = { name: 'Meridian Data', kind: 'org', quota } as const
      const { accountId } = await send(createAccount, account, commandId)
      await send(setAllowance, { accountId, verificationRuns: included, freeTextCompiles: included })
      if (cents > 0) {
        const grant = {
          accountId,
          amountCents: cents,
          source: 'operator',
          expiresAt: null,
          reference: null,
          note: '',
        } as const
        await send(grantCredits, grant)
      }
      const { apiKey } = await send(createKey, { accountId, scope: 'full', label: 'tests' })
      return { accountId, apiKey }
    },
    close: () => bus.drain(),
  }
}
